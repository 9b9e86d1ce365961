/**
 * Which texts are loaded together: whole namespaces, or keys with a prefix. The longest matching prefix decides. `public` is
 * what the first page can show, `rest` is all other texts of the browser and comes right after it, `questions` comes when a passenger
 * asks or reads an answer, `caps` comes where fares have caps, `faults` comes when a rare code of the error catalogue arrives, `documents` stays on the server (mails, messages of readers, receipts, travel statements, proofs of travel).
 */
export const parts = {
  public: [
    'login',
    'common.brokenPart',
    'common.email',
    'common.loadFailure',
    'common.loading',
    'common.network',
    'common.pageTitle',
    'common.password',
    'common.retry',
    'common.showPassword',
    'nav.accessibility',
    'nav.contact',
    'nav.cookieNotice',
    'nav.dataProtection',
    'nav.errorTitle',
    'nav.footer',
    'nav.goHome',
    'nav.gotIt',
    'nav.help',
    'nav.imprint',
    'nav.languages',
    'nav.loggingOut',
    'nav.login',
    'nav.logoutText',
    'nav.logoutTitle',
    'nav.notFoundText',
    'nav.notFoundTitle',
    'nav.phone',
    'nav.portalVersion',
    'nav.privacy',
    'nav.screenLoadFailure',
    'nav.scriptsOff',
    'nav.skipToContent',
    'readers.open',
  ],
  // Texts that the first page does not need, although their prefix is that of its texts. Texts without an entry are `rest` too.
  rest: ['login.code', 'login.failedTitle', 'login.finishing', 'login.passkeyNotUsed', 'login.unexpected'],
  questions: ['doubts', 'questions'],
  caps: ['caps'],
  faults: [
    'faults',
    // Rules of the specification that no form of the portal uses.
    'validation.alpha',
    'validation.between',
    'validation.confirmed',
    'validation.date_format',
    'validation.digits',
    'validation.dimensions',
    'validation.excluded',
    'validation.ext',
    'validation.image',
    'validation.integer',
    'validation.max',
    'validation.mimes',
    'validation.min',
    'validation.numeric',
    'validation.one_of',
    'validation.regex',
    'validation.size',
  ],
  documents: ['mail', 'readermessages', 'receiptdoc', 'traveldoc', 'travelproofdoc', 'travelstatementdoc'],
} as const;

/** Name of a part of the catalogue. */
export type PartName = keyof typeof parts;
