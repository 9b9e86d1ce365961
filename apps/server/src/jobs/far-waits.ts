import type { Step } from '../lib/take-steps.ts';
import { endFarWaitsOfMessages } from '../modules/back-office/send-messages.service.ts';
import { endFarWaitsOfCollections } from '../modules/debts/collect-debt.service.ts';
import { endFarWaitsOfRefunds } from '../modules/refunds/do-refund.service.ts';
import type { Using } from '../plugins/context.ts';
import { endFarWaitsOfJobs } from '../queue/jobs.queries.ts';

/** Ends waits that are longer than any: the clock of the database was far ahead when they began, and is not any more. */
export const farWaits = ({ pool }: Using<'pool'>): Step[] => [
  ['far waits of collections', () => endFarWaitsOfCollections(pool)],
  ['far waits of refunds', () => endFarWaitsOfRefunds(pool)],
  ['far waits of messages', () => endFarWaitsOfMessages(pool)],
  ['far waits of jobs', () => endFarWaitsOfJobs(pool)],
];
