import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../lib/clock.ts';
import { sayOnce } from '../../lib/say-once.ts';
import { transaction } from '../../lib/sql.ts';
import * as queries from './sending.queries.ts';

interface Without {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/**
 * What an operator that collects fares through the portal has to know of a configuration without a back office; undefined where it has
 * one, and where nobody can pay here: the back office knows from its own data that a fare is unpaid.
 */
export function noticeWithout({ bank, backOffice }: Pick<Config, 'bank' | 'backOffice'>): string | undefined {
  if (bank === undefined || backOffice !== undefined) return undefined;
  return 'the configuration names a bank and no back office: nobody is told that a fare was paid here, and its card may travel again only after the next delivery';
}

/** What becomes of messages in a worker whose configuration names no back office. */
export interface WithoutBackOffice {
  finishOrKeep(mediumId: string): Promise<void>;
}

/** How long it is believed whether messages are sent: the question reads two weeks of messages. */
const believedMs = 600_000;

/**
 * Where no message was sent for two weeks, the operator has no back office: what waits is marked as not sent, so that it does not wait
 * for ever. Where one was, this worker lacks what another process has, or had before a start with another configuration: messages wait for
 * a worker that sends them, since one may say that a card is to travel again.
 */
export function withoutBackOffice({ pool, clock, logger }: Without): WithoutBackOffice {
  const event = 'back_office.not_configured';
  const sayKept = sayOnce(() =>
    logger.error(
      { event },
      'the back office took messages in the last two weeks, and the configuration of this worker names none: they wait for another worker or another start',
    ),
  );
  const sayNotSent = sayOnce(() =>
    logger.warn(
      { event },
      'the configuration of this worker names no back office, and none took a message in the last two weeks: messages are marked as not sent, and none of them is sent later',
    ),
  );
  let known: { readonly at: number; readonly isInUse: boolean } | undefined;
  const isInUse = async (): Promise<boolean> => {
    const at = clock.now().getTime();
    if (known === undefined || Math.abs(at - known.at) > believedMs)
      known = { at, isInUse: (await queries.findSent(pool)).length > 0 };
    return known.isInUse;
  };
  return {
    finishOrKeep: async (mediumId) => {
      if (await isInUse()) return sayKept();
      sayNotSent();
      await finishUnsent(pool, mediumId);
    },
  };
}

async function finishUnsent(pool: Pool, mediumId: string): Promise<void> {
  await transaction(pool, async (tx) => {
    const [medium] = await queries.markNothingToSend(tx, { mediumId });
    if (medium !== undefined) await queries.finishUnsent(tx, { mediumId, lastNumber: medium.last_number });
  });
}
