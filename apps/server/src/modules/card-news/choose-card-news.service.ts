import type { WantedCardNews } from '@tapfolio/contracts/card-news.ts';
import { cardNewsKinds } from '@tapfolio/domain/card-news.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { addUnwanted, updateUnwanted } from './choose-card-news.queries.ts';
import { turnOffMonth, turnOnMonth } from './month-news.queries.ts';
import { readOffToken } from './off-token.ts';

/**
 * Keeps which news of cards the passenger gets by mail; the choice that stands changes nothing.
 * @throws `unauthenticated` when the account was closed or the session ended before.
 */
export async function chooseCardNews(
  { pool }: Using<'pool'>,
  passenger: Passenger,
  wanted: WantedCardNews,
): Promise<void> {
  const { passengerId, traceId } = passenger;
  const unwanted = cardNewsKinds.filter((kind) => wanted[kind] === false);
  const kept = cardNewsKinds.filter((kind) => wanted[kind] === undefined);
  await transaction(pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    const changed = await updateUnwanted(tx, { passengerId, unwanted, kept });
    const { month } = wanted;
    if (month !== undefined) changed.push(...(await (month ? turnOnMonth : turnOffMonth)(tx, { passengerId })));
    if (changed.length === 0) return;
    const detail = { off: unwanted.join(' '), ...(month !== undefined && { month }), by: 'account' };
    await recordAudit(tx, { kind: 'card_news_chosen', passengerId, traceId, detail });
  });
}

/**
 * Turns off the news that a mail told, with the token from its link. Nothing tells whether there is such an account, or whether the news was
 * off before. @throws `0102` for a text that is no such token.
 */
export async function turnOffCardNews(
  { pool, keys }: Using<'pool' | 'keys'>,
  { token, traceId }: { readonly token: string; readonly traceId: string },
): Promise<void> {
  const off = readOffToken({ keys }, token);
  assertThat(off !== undefined, '0102');
  const { passengerId, kind } = off;
  await transaction(pool, async (tx) => {
    const [changed] =
      kind === 'month'
        ? await turnOffMonth(tx, { passengerId })
        : await addUnwanted(tx, { passengerId, kinds: [kind] });
    if (changed === undefined) return;
    await recordAudit(tx, { kind: 'card_news_chosen', passengerId, traceId, detail: { off: kind, by: 'link' } });
  });
}
