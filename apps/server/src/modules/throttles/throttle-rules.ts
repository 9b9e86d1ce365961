import type { WaitCode } from '@tapfolio/contracts/errors.ts';
import type { KnownDevice } from '../../gate/device-cookie.ts';
import { addressBlock, blocksOfNetwork, networkOfBlock } from '../../lib/address-block.ts';

/** One limit: how many attempts per window on one object. */
export interface ThrottleRule {
  readonly name: string;
  readonly most: number;
  readonly windowSeconds: number;
  /** What fills it: only attempts that failed, only those that succeeded, or every attempt. */
  readonly counts: 'failures' | 'successes' | 'attempts';
  /** Whether each failure restarts the window (a lock) or the window stays where the first attempt put it. */
  readonly extends: boolean;
  /** Whether a success wipes earlier failures. */
  readonly forgives: boolean;
  readonly refusal: WaitCode;
}

const minutes = 60;
const hours = 3600;

const failures = { counts: 'failures', extends: false, forgives: false, refusal: 'too_many_requests' } as const;
/** Guesses of a password: each of them restarts the lock, and the right password ends it. */
const locks = { ...failures, extends: true, forgives: true, refusal: 'user_locked' } as const;
const attempts = { ...failures, counts: 'attempts' } as const;

/** Every limit of the product. Which object each is about is said where it is used. */
export const throttleRules = {
  /** By address typed at sign-in, whether or not an account has it. */
  signIn: { ...locks, name: 'sign-in', most: 5, windowSeconds: 15 * minutes },
  /** The same over a day, so that patience does not buy more guesses; a right password or a reset by mail ends it. */
  signInInARow: { ...locks, name: 'sign-in-in-a-row', most: 100, windowSeconds: 24 * hours },
  /** By browser that this passenger has signed in with before: a stranger's guesses do not lock the owner out. */
  signInKnownDevice: { ...locks, name: 'sign-in-known-device', most: 10, windowSeconds: 15 * minutes },
  /** The same over a day, by address typed, for all browsers its owner used before together. */
  signInKnownInARow: { ...locks, name: 'sign-in-known-in-a-row', most: 100, windowSeconds: 24 * hours },
  /**
   * Right passwords of one account, in all browsers: each costs a hash, and only one or two are made at a time. Whoever has an account could
   * keep all others waiting. More than twenty, because as many tabs may sign in at once.
   */
  rightPasswords: { ...failures, counts: 'successes', name: 'right-passwords', most: 30, windowSeconds: minutes },
  signInByAddress: { ...failures, name: 'sign-in-by-address', most: 20, windowSeconds: 15 * minutes },
  /** Known browsers are counted separately here too, so that guesses from the same network do not lock them out. */
  signInKnownByAddress: { ...failures, name: 'sign-in-known-by-address', most: 20, windowSeconds: 15 * minutes },
  /** Sign-ins with the passkeys of one account: each writes an event, and opens a session whose calls are counted apart. */
  passkeysByAccount: { ...attempts, name: 'passkeys-by-account', most: 30, windowSeconds: minutes },
  passkeyByAddress: { ...failures, name: 'passkey-by-address', most: 20, windowSeconds: 15 * minutes },
  codeByAddress: { ...failures, name: 'code-by-address', most: 20, windowSeconds: 15 * minutes },
  /** The provider is asked about each return, and may answer none of ours any more if we ask about too many codes that are made up. */
  providerReturnsByAddress: { ...failures, name: 'provider-returns-by-address', most: 60, windowSeconds: 15 * minutes },
  /** Returns from the identity provider that are recorded as refused; the others are only in the log. */
  providerRefusalsNoted: { ...attempts, name: 'provider-refusals-noted', most: 20, windowSeconds: hours },
  registerByEmail: { ...attempts, name: 'register-by-email', most: 5, windowSeconds: hours },
  /** Only those that have a mail sent, see `mailsTo`. */
  registrationsInADay: { ...attempts, name: 'registrations-in-a-day', most: 6, windowSeconds: 24 * hours },
  registrationLater: { ...attempts, name: 'registration-later', most: 1, windowSeconds: 2 * hours },
  registerByAddress: { ...attempts, name: 'register-by-address', most: 20, windowSeconds: hours },
  confirmByAddress: { ...failures, name: 'confirm-by-address', most: 10, windowSeconds: 15 * minutes },
  /** As long as a link holds: while it is full, the newest link that was sent can still be used. For the mails of a day see `mailsTo`. */
  resetByEmail: { ...attempts, name: 'reset-by-email', most: 3, windowSeconds: 30 * minutes },
  resetsInADay: { ...attempts, name: 'resets-in-a-day', most: 6, windowSeconds: 24 * hours },
  resetLater: { ...attempts, name: 'reset-later', most: 1, windowSeconds: 2 * hours },
  /** The same for all browsers together in which the owner signed in before: a stranger uses up none of theirs. */
  resetByKnown: { ...attempts, name: 'reset-by-known', most: 3, windowSeconds: 30 * minutes },
  resetsByKnownInADay: { ...attempts, name: 'resets-by-known-in-a-day', most: 6, windowSeconds: 24 * hours },
  resetByKnownLater: { ...attempts, name: 'reset-by-known-later', most: 1, windowSeconds: 2 * hours },
  resetByAddress: { ...attempts, name: 'reset-by-address', most: 10, windowSeconds: hours },
  resetTokenByAddress: { ...failures, name: 'reset-token-by-address', most: 10, windowSeconds: 15 * minutes },
  mailCodeByAccount: { ...attempts, name: 'mail-code-by-account', most: 10, windowSeconds: hours },
  /** Codes sent in a row of which none was used. With five attempts each, a thief of the password has a hundred guesses. */
  mailCodesInARow: { ...attempts, name: 'mail-codes-in-a-row', most: 20, windowSeconds: 24 * hours, extends: true },
  /**
   * Second factors that one account adds or switches on: each is a mail, and so is its removal, which an owner may need at any time. Nobody
   * may fill a mailbox and keep the mails of others waiting.
   */
  newFactorByAccount: { ...attempts, name: 'new-factor-by-account', most: 20, windowSeconds: hours },
  passwordByAccount: { ...failures, name: 'password-by-account', most: 5, windowSeconds: 15 * minutes, forgives: true },
  newPasswordByAccount: { ...attempts, name: 'new-password-by-account', most: 10, windowSeconds: hours },
  /** A link from the owner's mailbox has a separate count: a stolen session or password uses up none of its attempts. */
  newPasswordByReset: { ...attempts, name: 'new-password-by-reset', most: 10, windowSeconds: hours },
  exportByAccount: { ...attempts, name: 'export-by-account', most: 5, windowSeconds: hours },
  /** Guesses of the amount of one statement reference: in registration, card link and public receipts together. */
  amountBySrid: { ...failures, name: 'amount-by-srid', most: 3, windowSeconds: 24 * hours },
  linkByAccount: { ...failures, name: 'link-by-account', most: 5, windowSeconds: hours },
  linkByAddress: { ...failures, name: 'link-by-address', most: 10, windowSeconds: hours },
  claimByAccount: { ...attempts, name: 'claim-by-account', most: 10, windowSeconds: 24 * hours },
  /** Each time that a rule was on stays as long as its trips, and is read with each page of them. */
  workRulesByAccount: { ...attempts, name: 'work-rules-by-account', most: 40, windowSeconds: 24 * hours },
  /**
   * What one passenger writes to operators: who asks and withdraws again and again has never many open questions, but people read each text.
   */
  questionTextsByAccount: {
    ...failures,
    counts: 'successes',
    name: 'question-texts',
    most: 30,
    windowSeconds: 24 * hours,
  },
  /** For all callers together, as `sharedRules` says. */
  linkEverywhere: { ...failures, name: 'link-everywhere', most: 60, windowSeconds: minutes },
  linkByNewcomers: { ...failures, name: 'link-by-newcomers', most: 600, windowSeconds: minutes },
  // Guests who prove a statement line, for a receipt or an unpaid fare; the stored names mention receipts only.
  guestMissesByAddress: { ...failures, name: 'receipt-misses-by-address', most: 10, windowSeconds: 10 * minutes },
  guestHitsByAddress: { ...attempts, name: 'receipt-hits-by-address', most: 60, windowSeconds: hours },
  /** A line that an address has proven; a few may be about it before the first is written down. */
  guestRepeated: { ...attempts, name: 'receipt-repeated', most: 60, windowSeconds: hours },
  guestEverywhere: { ...failures, name: 'receipt-everywhere', most: 120, windowSeconds: minutes },
  guestByNewcomers: { ...failures, name: 'receipt-by-newcomers', most: 1200, windowSeconds: minutes },
} as const satisfies Record<string, ThrottleRule>;

/** A limit that all callers share, in two: one for those who were wrong recently, one for all others. */
export interface SharedRules {
  readonly guessers: ThrottleRule;
  readonly newcomers: ThrottleRule;
}

/** The shared limits of those who link a card and of guests. */
export const sharedRules = {
  link: { guessers: throttleRules.linkEverywhere, newcomers: throttleRules.linkByNewcomers },
  guest: { guessers: throttleRules.guestEverywhere, newcomers: throttleRules.guestByNewcomers },
} as const satisfies Record<string, SharedRules>;

/** A limit and the object it is applied to: an address, an account, a reference. */
export interface Bucket {
  readonly rule: ThrottleRule;
  readonly object: string;
}

/** The limit of an address, and a larger one for all of its network where that is known. */
export function fromAddress(rule: ThrottleRule, ip: string): Bucket[] {
  const block = addressBlock(ip);
  const network = networkOfBlock(block);
  const ofNetwork = { ...rule, name: `${rule.name}-network`, most: rule.most * blocksOfNetwork };
  const own = { rule, object: block };
  return network === undefined ? [own] : [own, { rule: ofNetwork, object: network }];
}

/**
 * The limits of mails to one address that a stranger can have sent, in two choices of which one must have room: the mails of a day, or one
 * every two hours when those are used up. So a stranger can neither flood a mailbox nor keep its owner from a mail for a day.
 */
function mailsTo(email: string, inADay: ThrottleRule, later: ThrottleRule): Bucket[][] {
  return [[{ rule: inADay, object: email }], [{ rule: later, object: email }]];
}

/** The limits of mails about a registration. Only who has proven a statement line fills them: strangers without one keep nobody out. */
export function registrationMailsTo(email: string): Bucket[][] {
  const { registerByEmail, registrationsInADay, registrationLater } = throttleRules;
  const choices = mailsTo(email, registrationsInADay, registrationLater);
  return choices.map((mails) => [{ rule: registerByEmail, object: email }, ...mails]);
}

/** The limits of mails with a link to a new password. */
export function resetMailsTo(email: string, device: KnownDevice | undefined): Bucket[][] {
  const { resetByEmail, resetsInADay, resetLater, resetByKnown, resetsByKnownInADay, resetByKnownLater } =
    throttleRules;
  const [atOnce, inADay, later] =
    device === undefined
      ? [resetByEmail, resetsInADay, resetLater]
      : [resetByKnown, resetsByKnownInADay, resetByKnownLater];
  return mailsTo(email, inADay, later).map((mails) => [{ rule: atOnce, object: email }, ...mails]);
}

/**
 * Where passwords for an address are counted. Browsers that the owner used before have separate counts of wrong ones: a stranger's
 * guesses, from any address, lock only strangers out.
 */
export function guessesOn(guess: { email: string; ip: string; device: KnownDevice | undefined }): Bucket[] {
  const { email, device } = guess;
  const right = { rule: throttleRules.rightPasswords, object: email };
  if (device === undefined)
    return [right, ...guessesOfUnknownDevices(email), ...fromAddress(throttleRules.signInByAddress, guess.ip)];
  return [right, ...guessesInKnown(email, device), ...fromAddress(throttleRules.signInKnownByAddress, guess.ip)];
}

/**
 * The limits to empty for a passenger who has proven in another way, in this browser, that the address is theirs: guesses of others must
 * not lock out the owner (AUTH-03).
 */
export function guessesToForgive(owner: {
  readonly passengerId: string;
  readonly email: string;
  readonly device: KnownDevice | undefined;
}): Bucket[] {
  const { passengerId, email, device } = owner;
  const { mailCodeByAccount, mailCodesInARow, newFactorByAccount, passwordByAccount } = throttleRules;
  const ofAccount = [mailCodeByAccount, mailCodesInARow, newFactorByAccount, passwordByAccount];
  return [
    ...guessesOfUnknownDevices(email),
    ...guessesInKnown(email, device),
    ...ofAccount.map((rule) => ({ rule, object: passengerId })),
  ];
}

function guessesOfUnknownDevices(email: string): Bucket[] {
  return [
    { rule: throttleRules.signIn, object: email },
    { rule: throttleRules.signInInARow, object: email },
  ];
}

/** In all browsers that the owner used before, and in one of them where it is known which. */
function guessesInKnown(email: string, device: KnownDevice | undefined): Bucket[] {
  const inAll = { rule: throttleRules.signInKnownInARow, object: email };
  return device === undefined
    ? [inAll]
    : [{ rule: throttleRules.signInKnownDevice, object: `${email}\0${device.id}` }, inAll];
}
