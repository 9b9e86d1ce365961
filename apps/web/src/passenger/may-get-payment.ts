import { dayMs } from '@tapfolio/domain/durations.ts';
import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import { serverNow } from '../lib/server-clock.ts';

/** The longest time until the payment of a trip is known: after it nobody needs to wait. */
const longestWaitMs = (longestWindowDays + windowSlackDays) * dayMs;

/** Whether the payment of a trip that has none may still come. */
export const mayGetPayment = (startedAt: string): boolean => serverNow() - Date.parse(startedAt) < longestWaitMs;
