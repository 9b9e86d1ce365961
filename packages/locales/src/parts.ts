/**
 * Which texts are loaded together: whole namespaces, or the keys of one that begin so; the longest beginning decides. `public` is
 * what the first page can show, `rest` is all other texts of the browser and comes right after it, `faults` comes when a rare code
 * of the error catalogue arrives, `documents` stays on the server (mails, receipts).
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
    'nav.skipToContent',
  ],
  // What the first page can do without, though it begins like a text of that page. A text that is not listed here is `rest` too.
  rest: ['login.code', 'login.failedTitle', 'login.finishing', 'login.passkeyNotUsed', 'login.unexpected'],
  faults: [
    'faults',
    // Rules of the specification that no form of ours has.
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
  documents: ['mail', 'receiptdoc'],
} as const;

/** Name of a part of the catalogue. */
export type PartName = keyof typeof parts;
