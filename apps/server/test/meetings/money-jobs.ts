import { sweepExpired } from '../../src/jobs/sweep-expired.job.ts';
import { tellBackOfficeJob } from '../../src/jobs/tell-back-office.job.ts';
import { withoutBackOffice } from '../../src/modules/back-office/without-back-office.service.ts';
import { wakeLostMoneyJobs } from '../../src/modules/money-upkeep/lost-money-jobs.service.ts';
import { forgetOldTravel } from '../../src/modules/retention/retention.service.ts';
import type { AppContext } from '../../src/plugins/context.ts';
import type { Acts } from './meet.ts';

/** What the worker does by itself with the rows of money. */
export function jobsAboutMoney(worker: AppContext, mediumId: string): Acts {
  const outgoing = withoutBackOffice({ ...worker, logger: { error: () => {}, warn: () => {} } });
  const job = (work: () => Promise<unknown>) => async () => {
    await work();
    return 'done';
  };
  return {
    'tell the back office': job(() => tellBackOfficeJob(worker, outgoing, { mediumId })),
    'wake lost jobs': job(() => wakeLostMoneyJobs(worker)),
    'forget old travel': job(() => forgetOldTravel(worker)),
    sweep: job(() => sweepExpired(worker)),
  };
}
