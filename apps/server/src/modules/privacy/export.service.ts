import { Readable } from 'node:stream';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import type { Using } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import {
  accountLists,
  type ExportList,
  type ExportPage,
  type ExportRow,
  exportPageSize,
  listExportCards,
  travelLists,
} from './export.queries.ts';

/**
 * Everything the registry knows an export name for, as JSON that is written while it is read: of however many trips only
 * a page is ever held. @throws `too_many_requests`.
 */
export async function exportData(
  context: Using<'pool' | 'readDb' | 'clock' | 'config' | 'keys'>,
  { passengerId, traceId }: Passenger,
): Promise<Readable> {
  await withThrottle(context, {
    buckets: [{ rule: throttleRules.exportByAccount, object: passengerId }],
    failures: [],
    work: () => recordAudit(context.pool, { kind: 'data_exported', passengerId, traceId }),
  });
  return Readable.from(write(context, passengerId));
}

async function* write(context: Using<'readDb' | 'clock' | 'config'>, passengerId: string): AsyncGenerator<string> {
  const { clock, config, readDb } = context;
  yield `{"format":1,"madeAt":"${clock.now().toISOString()}","operator":${JSON.stringify(config.brand.name)}`;
  for (const list of accountLists) yield* writeList(context, list, { owner: passengerId, shownFrom: '-infinity' });
  yield ',"travel":[';
  let comma = '';
  for (const card of await listExportCards(readDb, { passengerId })) {
    yield `${comma}\n{"cardId":${card.card_id}`;
    for (const list of travelLists)
      yield* writeList(context, list, { owner: card.medium_id, shownFrom: card.shown_from });
    yield '}';
    comma = ',';
  }
  yield ']}\n';
}

async function* writeList(
  { readDb }: Using<'readDb'>,
  list: ExportList,
  whose: Omit<ExportPage, 'after'>,
): AsyncGenerator<string> {
  yield `,\n"${list.name}":[`;
  let comma = '';
  for (let after = list.first; ; ) {
    const rows: ExportRow[] = await list.read(readDb, { ...whose, after });
    if (rows.length > 0) yield comma + rows.map(({ item }) => item).join(',\n');
    comma = ',\n';
    const last = rows.at(-1);
    if (last === undefined || list.first.length === 0 || rows.length < exportPageSize) break;
    after = last.key;
  }
  yield ']';
}
