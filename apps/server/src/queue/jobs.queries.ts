import { type Db, statement } from '../lib/sql.ts';
import { arrayOf, bigint, instant, integer, json, notNull, nullable, text, uuid } from '../lib/sql-types.ts';
import type { JobName, MailRequest } from './catalogue.ts';

const addJob = statement({
  name: 'jobs.addJob',
  values: { task: text, payload: json<unknown>(), key: text, mostAttempts: integer },
  text: `select from enqueue_job($task, $payload, $key, $mostAttempts)`,
});

/**
 * Thirteen retries take 28 hours. A confirmation link ends before that, but the last retry but one still sends a valid one. Those for which
 * the mail server is to blame count less (`jobs/mail-retries.ts`).
 */
const mostAttempts = 14;

/** The one job that calls ask for: the database refuses them the others (`enqueue_job`). */
const task = 'send-mail' satisfies JobName;

/** Asks for a mail in the caller's transaction: it is sent only if that commits. Asked for again with the same id, it is one job. */
export async function enqueueMail(db: Db, payload: MailRequest): Promise<void> {
  await addJob(db, { task, payload, key: `${payload.mail}:${payload.id}`, mostAttempts });
}

/** Removes the jobs about a person and about the rows that mails name. A job that runs at this moment is not tried again. */
export const removeJobsAbout = statement({
  name: 'jobs.removeJobsAbout',
  values: { passengerId: uuid, subjectIds: arrayOf(uuid) },
  text: `select from remove_jobs_about($passengerId, $subjectIds)`,
});

/**
 * The attempts at mails that are under way, except for last mails. No attempt takes longer than a minute: an older one is that of a worker
 * that died.
 */
export const listMailsUnderWay = statement({
  name: 'jobs.listMailsUnderWay',
  row: { attempt: notNull(text, 'only locked jobs') },
  text: `select id || '/' || locked_at as attempt
  from graphile_worker._private_jobs
  where locked_at > now() - interval '65 seconds' and payload->>'mail' <> 'account-closed'`,
});

/**
 * The mails that were asked for more than an hour ago, were not taken, and are tried again. Those whose error is like `aboutAddress` are
 * counted apart.
 */
export const sumWaitingMails = statement({
  name: 'jobs.sumWaitingMails',
  values: { task: text, aboutAddress: text },
  row: {
    mails: notNull(integer, 'a number of rows'),
    since: nullable(instant),
    /** Of the mail that was asked for last. */
    error: nullable(text),
    refused_addresses: notNull(integer, 'a number of rows'),
  },
  text: `select count(*) filter (where not is_about_address)::integer as mails,
    min(created_at) filter (where not is_about_address) as since,
    (array_agg(last_error order by created_at desc) filter (where not is_about_address))[1] as error,
    count(*) filter (where is_about_address)::integer as refused_addresses
  from (
    select created_at, last_error, last_error like $aboutAddress as is_about_address
    from graphile_worker.jobs
    where task_identifier = $task and last_error is not null and attempts < max_attempts
      and created_at < now() - interval '1 hour'
  ) as waiting`,
});

/**
 * Makes jobs due that were refused with an error like this regular expression and wait for their next attempt, which comes later each time.
 */
export const retryRefusedJobs = statement({
  name: 'jobs.retryRefused',
  values: { errors: text },
  text: `update graphile_worker._private_jobs
  set run_at = now()
  where locked_at is null and run_at > now() and attempts < max_attempts and last_error ~ $errors`,
});

/**
 * The attempts of a young job count no more than `most`: the library waits for e^attempts seconds after each, and gives up after the last one.
 */
export const countFewerAttempts = statement({
  name: 'jobs.countFewerAttempts',
  values: { jobId: bigint, most: integer, days: integer },
  text: `update graphile_worker._private_jobs
  set attempts = least(attempts, $most::integer)
  where id = $jobId and created_at > now() - make_interval(days => $days)`,
});

/** Leaves a job this number of attempts at most, if the attempt before failed with an error like this pattern. */
export const leaveFewAttempts = statement({
  name: 'jobs.leaveFewAttempts',
  values: { jobId: bigint, error: text, left: integer },
  text: `update graphile_worker._private_jobs
  set attempts = greatest(attempts, max_attempts - $left::integer)
  where id = $jobId and last_error like $error`,
});

/**
 * Makes jobs due that wait longer than any: a clock that was far ahead postponed them. After a failure the library waits for a time that grows
 * with the attempts, to six hours; no other job waits for two hours.
 */
export const endFarWaitsOfJobs = statement({
  name: 'jobs.endFarWaits',
  text: `update graphile_worker._private_jobs
  set run_at = now()
  where locked_at is null
    and run_at > now() + greatest(interval '2 hours', make_interval(secs => exp(least(attempts, 10)) + 600))`,
});

/**
 * Removes the jobs that are not tried again. A week is left to look at why a job was given up, except for a mail with an address that no
 * table has any more. A job loses its key when it is asked for again or taken back while it is done; it stays if its worker then dies.
 */
export const deleteGivenUp = statement({
  name: 'jobs.deleteGivenUp',
  text: `with given_up as (
    select array_agg(id) as ids
    from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null
      and (key is null or payload->>'recipient' is not null or updated_at < now() - interval '7 days')
    having count(*) > 0
  )
  select
  from given_up
  cross join lateral graphile_worker.complete_jobs(given_up.ids)`,
});
