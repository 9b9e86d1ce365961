import { all, personal, secret, type TableDeclaration, table, technical } from './table.ts';

const withAccount = 'until the account is closed';
const whose = technical('Whose row it is');

/** How a passenger proves who they are. */
export const signInTables: Readonly<Record<string, TableDeclaration>> = {
  credentials: table({
    distribution: 'local',
    rights: { auth: all },
    retention: withAccount,
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'password',
    columns: {
      passenger_id: whose,
      password_hash: secret('Signing in'),
      changed_at: personal('Rules about the age of passwords', 'changedAt'),
      logins_since_change: personal('Rules about the age of passwords', 'signInsSinceChange'),
    },
  }),
  former_passwords: table({
    distribution: 'local',
    rights: { auth: ['select', 'insert', 'delete'] },
    retention: 'as many as the operator’s rule about repeating asks for',
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'formerPasswords',
    columns: {
      passenger_id: whose,
      password_hash: secret('Refusing a password that was used before'),
      retired_at: personal('Refusing a password that was used before', 'retiredAt'),
    },
  }),
  password_resets: table({
    distribution: 'local',
    rights: {
      auth: ['select', 'insert', 'delete'],
      worker: [{ select: ['reset_id', 'passenger_id', 'expires_at'] }, 'delete'],
    },
    retention: '30 minutes',
    owner: 'passenger_id',
    reachedBy: {
      token_hash: 'of 256 random bits that only the mail had',
      reset_id: 'from the job that sends the mail',
    },
    onAnonymise: 'delete',
    exportAs: 'passwordResets',
    columns: {
      token_hash: secret('Recognising the link'),
      reset_id: secret('Making the link when the mail is written'),
      passenger_id: whose,
      purpose: personal('Whether it was asked for or handed out', 'purpose'),
      created_at: personal('When it was asked for', 'createdAt'),
      expires_at: personal('When the link stops working', 'expiresAt'),
    },
  }),
  sessions: table({
    distribution: 'local',
    rights: {
      auth: all,
      portal: [
        {
          select: ['token_hash', 'passenger_id', 'last_seen_at', 'expires_at', 'idle_seconds'],
          update: ['last_seen_at'],
        },
      ],
      // For the release before: its sweep deletes sessions itself.
      worker: [{ select: ['last_seen_at', 'expires_at', 'idle_seconds'] }, 'delete'],
    },
    retention: 'one day after its end',
    owner: 'passenger_id',
    reachedBy: {
      token_hash: 'of 256 random bits that only the browser has',
    },
    onAnonymise: 'delete',
    exportAs: 'sessions',
    columns: {
      token_hash: secret('Recognising the session'),
      passenger_id: whose,
      created_at: personal('Shown in the list of own sessions', 'startedAt'),
      last_seen_at: personal('Ending a session that is not used', 'lastSeenAt'),
      expires_at: personal('Ending a session in any case', 'expiresAt'),
      idle_seconds: technical('Ending a session that is not used'),
      proven_at: personal('Some acts need a recent proof of identity', 'provenAt'),
      user_agent: personal('Tells the passenger which browser it is', 'userAgent'),
    },
  }),
  passkeys: table({
    distribution: 'local',
    rights: { auth: all },
    retention: 'until the passkey is removed or the account closed',
    owner: 'passenger_id',
    reachedBy: {
      credential_id: 'the device signs for it before anything is done',
    },
    onAnonymise: 'delete',
    exportAs: 'passkeys',
    columns: {
      credential_id: personal('Recognising the passkey', 'credentialId'),
      passkey_id: technical('Names it in addresses'),
      passenger_id: whose,
      public_key: secret('Checking what the passkey signed'),
      counter: technical('Noticing a copied key'),
      transports: personal('How the browser reaches the key', 'transports'),
      name: personal('What the passenger calls it', 'name'),
      created_at: personal('Shown to the passenger', 'createdAt'),
      last_used_at: personal('Shown to the passenger', 'lastUsedAt'),
    },
  }),
  passkey_challenges: table({
    distribution: 'local',
    rights: { auth: ['select', 'insert', 'delete'], worker: [{ select: ['expires_at'] }, 'delete'] },
    retention: 'a day',
    owner: 'passenger_id',
    reachedBy: {
      challenge_hash: 'of 256 random bits that only the browser has',
    },
    onAnonymise: 'delete',
    exportAs: null, // A random value that says nothing about the person.
    columns: {
      challenge_hash: technical('Recognising the answer'),
      purpose: technical('What the answer is for'),
      passenger_id: whose,
      expires_at: technical('When it is deleted'),
    },
  }),
  sign_in_codes: table({
    distribution: 'local',
    rights: { auth: all, worker: [{ select: ['code_id', 'passenger_id', 'expires_at'] }, 'delete'] },
    retention: 'minutes',
    owner: 'passenger_id',
    reachedBy: {
      ticket_hash: 'of 256 random bits that only the browser has',
      code_id: 'from the job that sends the mail',
    },
    onAnonymise: 'delete',
    exportAs: null, // Open only during a sign-in.
    columns: {
      ticket_hash: secret('Which browser may enter the code'),
      code_id: secret('Making the code when the mail is written'),
      passenger_id: whose,
      attempts: technical('Ending a code that is guessed at'),
      expires_at: technical('When it stops working'),
    },
  }),
  sso_identities: table({
    distribution: 'local',
    rights: { auth: ['select', 'insert', 'delete'] },
    retention: withAccount,
    owner: 'passenger_id',
    reachedBy: {
      issuer: 'with subject, from an ID token that the provider signed',
    },
    onAnonymise: 'delete',
    exportAs: 'identities',
    columns: {
      issuer: personal('Which identity provider', 'issuer'),
      subject: personal('Who the passenger is there', 'subject'),
      passenger_id: whose,
      linked_at: personal('When the passenger first came from there', 'linkedAt'),
    },
  }),
  sso_sessions: table({
    distribution: 'local',
    rights: { auth: ['select', 'insert'] },
    retention: 'as long as its session',
    owner: null, // Rows go with their session, by foreign key.
    reachedBy: {
      token_hash: 'of 256 random bits that only the browser has',
      issuer: 'with subject or session, from a logout token that the provider signed',
    },
    onAnonymise: 'delete',
    exportAs: null,
    columns: {
      token_hash: secret('Which session'),
      issuer: secret('Ending it when the provider says so'),
      subject: secret('Ending it when the provider says so'),
      provider_session: secret('Ending it when the provider says so'),
      id_token: secret('Signing out at the provider'),
    },
  }),
  sso_logout_tokens: table({
    distribution: 'local',
    rights: { auth: ['select', 'insert'], worker: [{ select: ['expires_at'] }, 'delete'] },
    retention: 'one hour',
    owner: null, // Deleted before the person could ask for it.
    reachedBy: {
      signed_out: 'from an ID token that the provider signed',
    },
    onAnonymise: 'keep',
    exportAs: null,
    columns: {
      token_id: technical('Applying a message once'),
      signed_out: secret('Refusing a sign-in that was on its way back when the provider ended it'),
      issued_at: technical('Sign-ins of a subject after it are no longer refused'),
      expires_at: technical('End of it'),
    },
  }),
};
