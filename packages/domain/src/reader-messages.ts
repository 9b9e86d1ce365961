/** What a reader shows when it does not let a passenger travel at once, as passengers tell these messages apart, in the order of the list. */
export const readerMessageKinds = [
  'declined',
  'one_card',
  'see_phone',
  'try_again',
  'other_card',
  'expired',
  'already_tapped',
  'blocked',
  'no_money',
  'wait',
  'no_service',
  'nothing',
] as const;
/** One of the messages that the portal itself explains. */
export type ReaderMessageKind = (typeof readerMessageKinds)[number];
