import { normaliseEmail } from '@tapfolio/domain/email-address.ts';
import { leastId } from '../../lib/keyset.ts';
import { transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { anonymise, holdPerson, proofOfClosing, recordClosing, sendLastMail } from './close-account.service.ts';
import * as privacy from './privacy.queries.ts';

/** A closing that another database wrote down: the trace id of its event, and the keyed hash of the address. */
export interface WrittenClosing {
  readonly traceId: string;
  readonly person: string;
}

type Closer = Using<'pool' | 'clock' | 'keys'>;

const byAdministrator = { reason: 'other', by: 'administrator' } as const;
/** So many addresses are compared at a time. */
const pageSize = 5000;

interface Order {
  readonly passengerId: string;
  readonly traceId: string;
  readonly tellsOwner: boolean;
}

/** False if the account was closed meanwhile. */
async function close(context: Closer, { passengerId, traceId, tellsOwner }: Order): Promise<boolean> {
  return await transaction(context.pool, async (tx) => {
    const person = await holdPerson(tx, passengerId);
    if (person === undefined) return false;
    await anonymise(context, tx, { passengerId, traceId, detail: byAdministrator, ...person });
    if (tellsOwner) await sendLastMail(context, tx, person);
    return true;
  });
}

/**
 * Closes the account of this address by order of the operator, and tells its owner. False if there is none. The owner need not be able to
 * sign in: the account may be deactivated or have run out.
 */
export async function closeByAdministrator(context: Closer, email: string, traceId: string): Promise<boolean> {
  const [found] = await privacy.findOfAddress(context.pool, { email: normaliseEmail(email) });
  if (found === undefined) return false;
  return await close(context, { passengerId: found.passenger_id, traceId, tellsOwner: true });
}

/**
 * Closes again what a restored database has open although its owner had closed it. The owner was told then and is not told again. Each
 * event is written down under its former trace id, also where no account has its address, so that a second run closes nothing
 * that was opened in between.
 * @returns how many closings were not known here, and how many accounts were closed.
 */
export async function closeAgain(
  context: Closer,
  written: readonly WrittenClosing[],
): Promise<{ unknown: number; closed: number }> {
  const known = await privacy.listKnownClosings(context.pool, { traceIds: written.map(({ traceId }) => traceId) });
  const knownIds = new Set(known.map(({ trace_id: id }) => id));
  const lost = written.filter(({ traceId }) => !knownIds.has(traceId));
  const byPerson = new Map(lost.map((closing) => [closing.person, closing]));
  const done = new Set<WrittenClosing>();
  for await (const { passenger_id: passengerId, email } of everyAddress(context)) {
    const closing = byPerson.get(proofOfClosing(context, email));
    if (closing === undefined) continue;
    if (await close(context, { passengerId, traceId: closing.traceId, tellsOwner: false })) done.add(closing);
  }
  for (const { traceId, person } of lost.filter((closing) => !done.has(closing)))
    await recordClosing(context.pool, { traceId, detail: { ...byAdministrator, person } });
  return { unknown: lost.length, closed: done.size };
}

async function* everyAddress({ pool }: Using<'pool'>) {
  for (let after = leastId; ; ) {
    const page = await privacy.listAddresses(pool, { after, most: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.passenger_id;
  }
}
