import { keysOf, tableOf } from '@tapfolio/domain/keys-of.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';

/**
 * The specification defines the range TM0001 to TM0220 and four faults: an internal error, a missing input, an invalid input,
 * an unknown entity or token. Four faults of 55 things make 220 codes; the order of the numbers is chosen here. A text is made
 * of a sentence for the fault and a name for the thing (`things.json`).
 */
export const systemCodes = {
  request: row('TM0001', 'TM0002', 'TM0003', 'TM0004'),
  account: row('TM0005', 'TM0006', 'TM0007', 'TM0008'),
  email: row('TM0009', 'TM0010', 'TM0011', 'TM0012'),
  password: row('TM0013', 'TM0014', 'TM0015', 'TM0016'),
  newPassword: row('TM0017', 'TM0018', 'TM0019', 'TM0020'),
  firstName: row('TM0021', 'TM0022', 'TM0023', 'TM0024'),
  lastName: row('TM0025', 'TM0026', 'TM0027', 'TM0028'),
  language: row('TM0029', 'TM0030', 'TM0031', 'TM0032'),
  consent: row('TM0033', 'TM0034', 'TM0035', 'TM0036'),
  closingReason: row('TM0037', 'TM0038', 'TM0039', 'TM0040'),
  session: row('TM0041', 'TM0042', 'TM0043', 'TM0044'),
  signInTicket: row('TM0045', 'TM0046', 'TM0047', 'TM0048'),
  signInCode: row('TM0049', 'TM0050', 'TM0051', 'TM0052'),
  resetToken: row('TM0053', 'TM0054', 'TM0055', 'TM0056'),
  confirmationToken: row('TM0057', 'TM0058', 'TM0059', 'TM0060'),
  passkey: row('TM0061', 'TM0062', 'TM0063', 'TM0064'),
  passkeyAnswer: row('TM0065', 'TM0066', 'TM0067', 'TM0068'),
  passkeyName: row('TM0069', 'TM0070', 'TM0071', 'TM0072'),
  choice: row('TM0073', 'TM0074', 'TM0075', 'TM0076'),
  provider: row('TM0077', 'TM0078', 'TM0079', 'TM0080'),
  providerToken: row('TM0081', 'TM0082', 'TM0083', 'TM0084'),
  apiKey: row('TM0085', 'TM0086', 'TM0087', 'TM0088'),
  role: row('TM0089', 'TM0090', 'TM0091', 'TM0092'),
  contractor: row('TM0093', 'TM0094', 'TM0095', 'TM0096'),
  domain: row('TM0097', 'TM0098', 'TM0099', 'TM0100'),
  page: row('TM0101', 'TM0102', 'TM0103', 'TM0104'),
  card: row('TM0105', 'TM0106', 'TM0107', 'TM0108'),
  cardName: row('TM0109', 'TM0110', 'TM0111', 'TM0112'),
  srid: row('TM0113', 'TM0114', 'TM0115', 'TM0116'),
  amount: row('TM0117', 'TM0118', 'TM0119', 'TM0120'),
  currency: row('TM0121', 'TM0122', 'TM0123', 'TM0124'),
  xtat: row('TM0125', 'TM0126', 'TM0127', 'TM0128'),
  certificate: row('TM0129', 'TM0130', 'TM0131', 'TM0132'),
  trip: row('TM0133', 'TM0134', 'TM0135', 'TM0136'),
  payment: row('TM0137', 'TM0138', 'TM0139', 'TM0140'),
  receipt: row('TM0141', 'TM0142', 'TM0143', 'TM0144'),
  refund: row('TM0145', 'TM0146', 'TM0147', 'TM0148'),
  refundReason: row('TM0149', 'TM0150', 'TM0151', 'TM0152'),
  debt: row('TM0153', 'TM0154', 'TM0155', 'TM0156'),
  collection: row('TM0157', 'TM0158', 'TM0159', 'TM0160'),
  product: row('TM0161', 'TM0162', 'TM0163', 'TM0164'),
  productStatus: row('TM0165', 'TM0166', 'TM0167', 'TM0168'),
  salesPackage: row('TM0169', 'TM0170', 'TM0171', 'TM0172'),
  favourite: row('TM0173', 'TM0174', 'TM0175', 'TM0176'),
  favouriteName: row('TM0177', 'TM0178', 'TM0179', 'TM0180'),
  station: row('TM0181', 'TM0182', 'TM0183', 'TM0184'),
  line: row('TM0185', 'TM0186', 'TM0187', 'TM0188'),
  tap: row('TM0189', 'TM0190', 'TM0191', 'TM0192'),
  presenceData: row('TM0193', 'TM0194', 'TM0195', 'TM0196'),
  period: row('TM0197', 'TM0198', 'TM0199', 'TM0200'),
  listPosition: row('TM0201', 'TM0202', 'TM0203', 'TM0204'),
  rowCount: row('TM0205', 'TM0206', 'TM0207', 'TM0208'),
  weekCount: row('TM0209', 'TM0210', 'TM0211', 'TM0212'),
  message: row('TM0213', 'TM0214', 'TM0215', 'TM0216'),
  idempotencyKey: row('TM0217', 'TM0218', 'TM0219', 'TM0220'),
} as const;

/** The thing that a code of this family is about. */
export type Thing = keyof typeof systemCodes;
/** What is wrong with the thing. */
const faults = ['internal', 'missing', 'invalid', 'unknown'] as const;
export type Fault = (typeof faults)[number];
/** A code for one fault of one thing. */
export type SystemCode = (typeof systemCodes)[Thing][Fault];

/** Every code of the family, with its thing and its fault. */
export const systemFaults = keysOf(systemCodes).flatMap((thing) =>
  faults.map((fault) => ({ thing, fault, code: systemCodes[thing][fault] })),
);

function row<A extends string, B extends string, C extends string, D extends string>(
  internal: A,
  missing: B,
  invalid: C,
  unknown: D,
) {
  return { internal, missing, invalid, unknown } as const;
}

/** Tokens. The answer does not say whether a token is unknown, already used or expired. */
const tokens: ReadonlySet<Thing> = new Set([
  'signInTicket',
  'signInCode',
  'resetToken',
  'confirmationToken',
  'providerToken',
  'apiKey',
]);

/** The message key of the sentence that says that the thing is not known. */
export function unknownSentence(thing: Thing): 'unknown' | 'unknownToken' {
  return tokens.has(thing) ? 'unknownToken' : 'unknown';
}

const words: Readonly<Record<Fault, string>> = {
  internal: 'internal error',
  missing: 'missing input',
  invalid: 'invalid input',
  unknown: 'not known',
};

function statusOf(thing: Thing, fault: Fault): number {
  if (fault === 'internal') return 500;
  if (fault !== 'unknown') return 400;
  if (thing === 'apiKey') return 401;
  return tokens.has(thing) ? 410 : 404;
}

/** Every code of the family, made from the table. `answered-codes.ts` computes which of them a call answers with. */
export const systemEntries: Readonly<Record<SystemCode, CatalogueEntry>> = tableOf(
  systemFaults.map(({ thing, fault, code }) => {
    return [code, { status: statusOf(thing, fault), means: `${label(thing)}: ${words[fault]}.` }];
  }),
);

/** `signInCode` as `Sign in code`. */
function label(thing: Thing): string {
  const spaced = thing.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
