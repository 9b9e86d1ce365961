import type { GuestDebt } from '@tapfolio/contracts/debts.ts';

/** Each unpaid fare has one notice: the result of its payment replaces the notice that the payment began. */
export const noticeIdOf = ({ srid, since }: Pick<GuestDebt, 'srid' | 'since'>): string => `debt-${srid ?? since}`;
