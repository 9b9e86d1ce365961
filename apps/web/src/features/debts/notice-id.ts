import type { GuestDebt } from '@tapfolio/contracts/debts.ts';

/** One notice tells of one unpaid fare: that its payment ended takes the place of that it began. */
export const noticeIdOf = ({ srid, since }: Pick<GuestDebt, 'srid' | 'since'>): string => `debt-${srid ?? since}`;
