import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { homeOperator } from '@tapfolio/server/src/config/home-operator.ts';
import type { RunningServer } from '@tapfolio/server/src/main.ts';
import { monthBefore } from '@tapfolio/server/src/modules/card-news/ask-for-months.service.ts';
import { owingPeople, people } from '../people/people.ts';
import { tellOfMonth, tellOfRefunds, tellOfRefundsSoon, tellOfUnpaid } from './account-states.queries.ts';
import { announce } from './announcement.ts';
import { asOwner } from './as-owner.ts';

/** What passengers are told at a start: an announcement, and by mail that a card is refused, that money came back, and what the last month was. */
export async function tellNews(server: RunningServer): Promise<void> {
  const { databaseUrl, context } = server;
  await announce(server);
  const owing = owingPeople().map(({ email }) => email);
  const refunded = people.flatMap(({ email, isRefunded }) => (isRefunded ? email : []));
  // They travel all the year, so that the last month has trips.
  const curious = people.flatMap(({ email, hasAsked }) => (hasAsked ? email : []));
  const today = serviceDayOf(context.clock.now(), homeOperator(context.config.operators));
  await asOwner(databaseUrl, async (pool) => {
    await tellOfUnpaid(pool, { emails: owing });
    await tellOfRefunds(pool, { emails: refunded });
    await tellOfRefundsSoon(pool, { emails: refunded });
    await tellOfMonth(pool, { emails: curious, month: `${monthBefore(today)}-01` });
  });
}
