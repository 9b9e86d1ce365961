import { questionTables } from './questions.ts';
import { all, personal, secret, type TableDeclaration, table, technical, type Verb } from './table.ts';

const write: readonly Verb[] = ['select', 'insert', 'update'];
const withAccount = 'until the account is closed';
const audit = 'retention.auditMonths';
const whose = technical('Whose row it is');

/** Who someone is, and with which cards. */
export const accountTables: Readonly<Record<string, TableDeclaration>> = {
  passengers: table({
    distribution: 'local',
    rights: {
      auth: ['select', 'insert', 'update'],
      portal: [
        {
          select: [
            'passenger_id',
            'first_name',
            'last_name',
            'status',
            'display_language',
            'is_sso_shadow_user',
            'last_card_id',
          ],
          update: ['last_card_id'],
        },
      ],
      worker: [
        {
          select: ['passenger_id', 'email', 'status', 'display_language', 'last_card_id', 'unwanted_news'],
          update: ['last_card_id'],
        },
      ],
    },
    retention: `${withAccount}; what is left of it ${audit} longer`,
    owner: 'passenger_id',
    reachedBy: {
      email: 'unique; a person who signs in, resets or registers types it and always gets the same answer',
    },
    onAnonymise: 'keep',
    exportAs: 'account',
    columns: {
      passenger_id: technical('Random; identifies no person after the rest is gone'),
      email: personal('Signing in, and mails about the account', 'email', 'tombstone'),
      first_name: personal('Shown to the passenger, and on their documents of travel', 'firstName', 'clear'),
      last_name: personal('Shown to the passenger, and on their documents of travel', 'lastName', 'clear'),
      status: personal('Whether the account is open', 'status', 'tombstone'),
      display_language: personal('Language of mails and documents', 'language', 'tombstone'),
      is_sso_shadow_user: personal('Whether an identity provider signs the passenger in', 'usesProvider', 'clear'),
      show_first_page: personal('A choice of the passenger', 'showsFirstPage', 'clear'),
      must_change_password: personal('Whether a new password is due', 'mustChangePassword', 'clear'),
      correct_login_count: personal('Lets the passenger notice a stranger', 'correctSignIns', 'clear'),
      incorrect_login_count: personal('Lets the passenger notice a stranger', 'incorrectSignIns', 'clear'),
      last_correct_login_at: personal('Lets the passenger notice a stranger', 'lastCorrectSignInAt', 'clear'),
      last_incorrect_login_at: personal('Lets the passenger notice a stranger', 'lastIncorrectSignInAt', 'clear'),
      last_logout_at: personal('Lets the passenger notice a stranger', 'lastSignOutAt', 'clear'),
      created_at: personal('Age of the account; later the day it was closed', 'createdAt', 'tombstone'),
      unwanted_news: personal('Which news of cards do not come by mail', 'unwantedNews', 'clear'),
      mail_code: personal('Whether signing in also asks for a code by mail', 'mailCode', 'clear'),
      last_card_id: technical('Keeps old addresses from opening another card', 'clear'),
    },
  }),
  cards: table({
    distribution: 'local',
    rights: {
      auth: ['select', 'insert', 'delete'],
      portal: ['select', 'insert', { update: ['name', 'medium_id'] }, 'delete'],
      worker: ['select', 'insert', 'delete'],
    },
    retention: 'until the card is unlinked or the account closed',
    owner: 'passenger_id',
    reachedBy: {
      medium_id:
        'unique; asked only after the reference and amount of one of its payments were proven, or of the successor of a card of one’s own',
    },
    onAnonymise: 'delete',
    exportAs: 'cards',
    columns: {
      passenger_id: whose,
      card_id: personal('The number the passenger knows the card by', 'cardId'),
      medium_id: secret('The only link between a person and travel'),
      name: personal('What the passenger calls the card', 'name'),
      linked_at: personal('When the card was linked', 'linkedAt'),
      successor_card_id: personal('Which card goes on with it, where the bank has replaced it', 'successorCardId'),
    },
  }),
  card_news: table({
    distribution: 'local',
    rights: { auth: ['select', 'delete'], worker: all },
    retention: '90 days, or until the card is unlinked or the account closed',
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'cardNews',
    columns: {
      passenger_id: whose,
      card_id: personal('Which card a mail was about', 'cardId'),
      payment_id: personal('Of which unpaid fare it told', 'paymentId'),
      refused_at: personal('When it told that the card is refused', 'refusedAt'),
      accepted_at: personal('When it was told that the card is accepted again', 'acceptedAt'),
    },
  }),
  refund_news: table({
    distribution: 'local',
    rights: { auth: ['select', 'delete'], worker: all },
    retention: '90 days, or until the card is unlinked or the account closed',
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'refundNews',
    columns: {
      passenger_id: whose,
      card_id: personal('Which card a mail was about', 'cardId'),
      refund_id: personal('Of which refund it told', 'refundId'),
      amount_minor: personal('What came back, in minor units', 'amountMinor'),
      currency: personal('Currency of the amount', 'currency'),
      given_at: personal('When it came back', 'givenAt'),
      told_at: personal('When the mail told it', 'toldAt'),
      undone_at: personal('When it was known that the refund did not last', 'undoneAt'),
      is_sent: personal('Whether the mail was wanted', 'isSent'),
    },
  }),
  month_mails: table({
    distribution: 'local',
    rights: { auth: all, worker: ['select', 'update'] },
    retention: withAccount,
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'monthMails',
    columns: {
      passenger_id: whose,
      is_wanted: personal('Whether a mail about each month comes', 'isWanted'),
      asked_month: technical('No mail is asked for twice'),
      told_month: personal('Which month was told last', 'toldMonth'),
      second_of_day: technical('Not all mails come at once'),
    },
  }),
  card_claims: table({
    distribution: 'local',
    rights: {
      auth: ['select', 'update', 'delete'],
      portal: write,
      worker: ['select', 'update', 'delete'],
    },
    retention: '90 days after it ended, or until the account is closed',
    owner: 'passenger_id',
    reachedBy: {
      owner_id: 'the passenger whose card it is, who is shown nothing of the claimant',
      claim_id: 'random; named by the job or beside the passenger',
      medium_id: 'by the passenger who proved two of its payments',
    },
    onAnonymise: 'delete',
    exportAs: 'cardClaims',
    columns: {
      claim_id: technical('Names the claim in addresses and jobs'),
      passenger_id: whose,
      medium_id: secret('Which card is claimed'),
      name: personal('What the claimant will call the card', 'name'),
      state: personal('What became of the claim', 'state'),
      owner_id: secret('Who may object'),
      owner_card_name: secret('Telling the owner which card it is; it is not the claimant’s to see'),
      claimed_at: personal('When the card was claimed', 'claimedAt'),
      object_until: personal('Until when its owner may object', 'objectUntil'),
      ended_at: personal('When the claim ended', 'endedAt'),
    },
  }),
  ...questionTables,
  history_bounds: table({
    distribution: 'local',
    rights: { auth: write, portal: write, worker: write },
    retention: 'as long as its medium: old travel may be delivered at any time',
    owner: 'medium_id',
    onAnonymise: 'keep',
    exportAs: null, // The list of travel begins there.
    columns: {
      medium_id: technical('Which card, phone or watch; a keyed hash'),
      shown_from: technical('Hiding what a former passenger did with the card'),
    },
  }),
  favourites: table({
    distribution: 'local',
    rights: {
      auth: ['select', 'delete'],
      portal: ['select', 'insert', { update: ['name'] }, 'delete'],
    },
    retention: 'until it is removed or the account closed',
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'favourites',
    columns: {
      passenger_id: whose,
      favourite_id: technical('Names the favourite in addresses'),
      place: technical('Which of the places it takes'),
      operator_code: personal('Who sells the package', 'operator'),
      package_code: personal('Which package', 'packageCode'),
      package_name: personal('Which package', 'packageName'),
      name: personal('What the passenger calls it', 'name'),
      added_at: personal('When it was chosen', 'addedAt'),
    },
  }),
  consents: table({
    distribution: 'local',
    rights: { auth: ['select', 'insert'] },
    retention: `${withAccount}, and ${audit} longer without a person: proof that consent was asked for`,
    owner: 'passenger_id',
    onAnonymise: 'keep',
    exportAs: 'consents',
    columns: {
      passenger_id: whose,
      version: personal('Which terms were agreed to', 'version'),
      language: personal('In which language they were read', 'language'),
      given_at: personal('When', 'givenAt'),
    },
  }),
  registrations: table({
    distribution: 'local',
    rights: {
      auth: all,
      // Who locks a row must be able to change it.
      worker: [
        { select: ['token_hash', 'email', 'language', 'expires_at', 'registration_id'] },
        { update: ['language'] },
        'delete',
      ],
    },
    retention: '24 hours, or until confirmed',
    owner: 'email',
    reachedBy: {
      token_hash: 'of 256 random bits that only the mail had',
      registration_id: 'from the job that sends the mail',
    },
    onAnonymise: 'delete',
    // Any person may type an address: this text may not come from its owner, so the owner does not get it.
    exportAs: null,
    columns: {
      token_hash: secret('Recognising the link'),
      email: secret('Where the link goes'),
      password_hash: secret('The password once confirmed'),
      card_name: secret('The card’s name once confirmed'),
      medium_id: secret('The card once confirmed'),
      consent_version: secret('Proof of consent once confirmed'),
      language: secret('Language of the mail'),
      created_at: secret('When consent was given'),
      expires_at: technical('When the link stops working'),
      registration_id: secret('Making the link when the mail is written'),
    },
  }),
  audit_events: table({
    distribution: 'local',
    rights: { auth: ['select', 'insert'], portal: ['insert'], worker: ['insert'] },
    retention: audit,
    owner: 'passenger_id',
    onAnonymise: 'keep',
    exportAs: 'events',
    pageBy: { event_id: 'bigint' },
    columns: {
      event_id: technical('Order'),
      at: personal('When it happened', 'at'),
      kind: personal('What happened', 'kind'),
      passenger_id: technical('Random; identifies no person after the account is closed'),
      trace_id: technical('Finding the log lines of the call'),
      detail: personal(
        'Which card by its id in the account, which terms or which reason; never a name or address',
        'detail',
      ),
    },
  }),
};
