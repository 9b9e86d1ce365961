import { type SystemCode, systemCodes, type Thing } from './system-codes.ts';

/**
 * The thing that each field of a call is about. All numbers of the specification are taken, so there can be no new thing: a field that no
 * thing fits is about the `request`. If a name has several meanings, the tag of the call stands before it.
 */
const thingOfField: Readonly<Record<string, Thing>> = {
  accepted: 'choice',
  amountMinor: 'amount',
  at: 'period',
  cardId: 'card',
  cardName: 'cardName',
  cards: 'card',
  'cards.name': 'cardName',
  claimId: 'card',
  code: 'signInCode',
  consentVersion: 'consent',
  currency: 'currency',
  cursor: 'listPosition',
  display_language: 'language',
  domain: 'domain',
  email: 'email',
  favouriteId: 'favourite',
  // The two statement lines of a claim.
  first: 'srid',
  first_name: 'firstName',
  forWork: 'trip',
  format: 'request',
  from: 'period',
  'idempotency-key': 'idempotencyKey',
  invoked_by: 'page',
  isOn: 'choice',
  keep_passkeys: 'choice',
  language: 'language',
  last_name: 'lastName',
  limit: 'rowCount',
  logout_token: 'providerToken',
  mailCode: 'choice',
  month: 'choice',
  name: 'passkeyName',
  new_password: 'newPassword',
  notForWork: 'trip',
  old_password: 'password',
  only: 'choice',
  operatorCode: 'contractor',
  otherTrip: 'trip',
  outcome: 'choice',
  passkeyId: 'passkey',
  password: 'password',
  paymentId: 'payment',
  productId: 'product',
  'products.name': 'favouriteName',
  questionId: 'request',
  'questions.reason': 'choice',
  'questions.state': 'choice',
  reason: 'closingReason',
  refused: 'choice',
  refunded: 'choice',
  refundId: 'refund',
  'refunds.reason': 'refundReason',
  reset_token: 'resetToken',
  response: 'passkeyAnswer',
  salesPackageId: 'salesPackage',
  second: 'srid',
  sessionId: 'session',
  srid: 'srid',
  status: 'productStatus',
  successorId: 'card',
  text: 'request',
  ticket: 'signInTicket',
  to: 'period',
  token: 'confirmationToken',
  'password.token': 'resetToken',
  tripId: 'trip',
  trips: 'trip',
  weekStart: 'weekCount',
  weeks: 'weekCount',
};

/**
 * The thing that a field is about. `path` is the field's path in the body, the query or the address (`response.id`). Returns `undefined` for
 * the whole body, and for a field that is not in the table.
 * @param tag The tag of the call; undefined for a call that has none.
 */
export function thingOf(path: string, tag: string | undefined): Thing | undefined {
  const steps = path.split('.').toReversed();
  const known = steps.map((step) => thingOfField[`${tag}.${step}`] ?? thingOfField[step]);
  return known.find((thing) => thing !== undefined);
}

/** The code that says of one field that it is missing or not valid. */
export function fieldCode(path: string, isMissing: boolean, tag?: string): SystemCode {
  return systemCodes[thingOf(path, tag) ?? 'request'][isMissing ? 'missing' : 'invalid'];
}
