import type { GuestDebt } from '@tapfolio/contracts/debts.ts';

/** Each unpaid fare has one notice: how its payment ended replaces the notice that it began. */
export const noticeIdOf = ({ srid, since }: Pick<GuestDebt, 'srid' | 'since'>): string => `debt-${srid ?? since}`;
