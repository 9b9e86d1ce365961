import { type OwnSession, ownSession } from '@tapfolio/contracts/account.ts';
import { ownPasswordPermissions, passengerPermissions } from '@tapfolio/contracts/permissions.ts';
import { type PortalConfig, portalConfig } from '@tapfolio/contracts/portal-config.ts';
import { type UserSettings, userSettings } from '@tapfolio/contracts/sessions.ts';
import type { Output } from '../src/lib/api-client.ts';

/** A configuration that the contract accepts. */
export function buildPortalConfig(overrides: Partial<PortalConfig> = {}): PortalConfig {
  return portalConfig.parse({
    brand: {
      name: 'Port Lumière Transit',
      productName: 'Port Lumière Travel Account',
      productNames: { fr_CA: 'Compte de voyage Port Lumière' },
      payeeLabel: 'PLT*TRANSIT',
    },
    languages: { deployed: ['en_CA', 'fr_CA'], hosts: { 'voyage.example': 'fr_CA' } },
    contacts: {},
    links: {},
    portalVersion: '5.2.0.7.1',
    statementReference: { lengths: [13, 14], prefixes: ['PLT*'], sample: 'PLT*7K2M4Q9T1XB5ZC' },
    currency: 'CAD',
    timeZone: 'America/Toronto',
    dayCut: '04:30',
    consentVersion: '1',
    passwordRules: {
      length: 15,
      digits: 0,
      bigLetters: 0,
      smallLetters: 0,
      specialChars: 0,
      maxRepeat: 5,
      contextWords: ['Lakeshore'],
    },
    singleSignOn: false,
    ...overrides,
  });
}

/** A passenger's settings that the contract accepts. */
export function buildUserSettings(overrides: Partial<UserSettings> = {}): UserSettings {
  return userSettings.parse({
    email: 'maya@example.com',
    first_name: null,
    last_name: null,
    username: 'maya@example.com',
    // A passenger with a password here; users of a provider have fewer.
    permissions: { ...passengerPermissions, account: [...passengerPermissions.account, ...ownPasswordPermissions] },
    is_sso_shadow_user: false,
    max_user_idle_time: 900,
    last_correct_login_date: null,
    last_incorrect_login_date: null,
    incorrect_login_count: 0,
    correct_login_count: 1,
    last_logout_date: null,
    show_first_page: false,
    display_language: 'en_CA',
    consent_due: false,
    passwd_rule_digits_count: 0,
    passwd_rule_length: 15,
    passwd_rule_big_letters_count: 0,
    passwd_rule_small_letters_count: 0,
    passwd_rule_special_chars_count: 0,
    passwd_rule_max_repeat: 5,
    passwd_rule_must_change_on_login: false,
    passwd_rule_must_change_after_days_count: 0,
    passwd_rule_must_change_after_login_count: 0,
    ...overrides,
  });
}

/** A session that the contract accepts: this device, unless the test says otherwise. */
export function buildSession(overrides: Partial<OwnSession> = {}): OwnSession {
  return ownSession.parse({
    id: overrides.isCurrent === false ? '00000000000000ff' : '0000000000000001',
    startedAt: '2026-11-20T12:00:00Z',
    lastSeenAt: '2026-11-20T13:00:00Z',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    isCurrent: true,
    ...overrides,
  });
}

/** No passkeys and no code by mail. */
export function buildSecondFactors(): Output<'getSecondFactors'> {
  return { passkeys: [], mailCode: false };
}

/** The answer of a device after the passenger has chosen a passkey. */
export function chosenPasskey() {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  return {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
    getClientExtensionResults: () => ({}),
  };
}

/** What the holder of a link is told: whose password it sets, the rules of a new one, and the passkeys to decide on. */
export function buildPasswordTerms(overrides: Partial<Output<'getPasswordRules'>> = {}): Output<'getPasswordRules'> {
  return {
    email: 'maya@example.org',
    passwd_rule_digits_count: 0,
    passwd_rule_length: 15,
    passwd_rule_big_letters_count: 0,
    passwd_rule_small_letters_count: 0,
    passwd_rule_special_chars_count: 0,
    passwd_rule_max_repeat: 0,
    passkeys: [],
    ...overrides,
  };
}

/** An announcement on all screens that began a minute ago and is not ended. */
export function buildAnnouncement(
  overrides: Partial<Output<'listAnnouncements'>['items'][number]> = {},
): Output<'listAnnouncements'>['items'][number] {
  return {
    id: crypto.randomUUID(),
    level: 'information',
    from: new Date(Date.now() - 60_000).toISOString(),
    until: null,
    shownOn: null,
    language: 'en_CA',
    title: 'Ferry charges arrive late',
    body: 'You pay nothing twice.',
    moreUrl: null,
    ...overrides,
  };
}

/** Three messages of readers: one of the operator with a number, and two that the portal explains. */
export function buildReaderMessages(): Output<'listReaderMessages'>['items'] {
  const language = 'en_CA';
  return [
    {
      id: 'operator-0',
      number: '34',
      language,
      shown: 'Fare unpaid',
      means: 'A fare was not paid.',
      next: 'Pay it here.',
    },
    {
      id: 'see_phone',
      number: null,
      language,
      shown: 'See phone',
      means: 'It is locked.',
      next: 'Unlock it and tap again.',
    },
    {
      id: 'expired',
      number: null,
      language,
      shown: 'Card expired',
      alsoShown: [{ language: 'fr_CA', shown: 'Carte expirée' }],
      means: 'Its date has passed.',
      next: 'Tap another card.',
    },
  ];
}
