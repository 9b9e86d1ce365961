import { Readable } from 'node:stream';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { passGate } from '../../gate/pass-gate.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { Db, ResultRow } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import {
  accountLists,
  type ExportList,
  type ExportRow,
  exportPageSize,
  listExportCards,
  travelLists,
} from './export.queries.ts';

type Exporting = Pick<Passenger, 'passengerId' | 'tokenHash'>;

/**
 * Everything that is declared with an export name, as JSON that is written while it is read: only one page
 * of trips is in memory at a time. It breaks off when its session is ended. @throws `too_many_requests`.
 */
export async function exportData(
  context: Using<'pool' | 'readDb' | 'clock' | 'config' | 'keys'>,
  { passengerId, tokenHash, traceId }: Exporting & Pick<Passenger, 'traceId'>,
): Promise<Readable> {
  await withThrottle(context, {
    buckets: [{ rule: throttleRules.exportByAccount, object: passengerId }],
    failures: [],
    work: () => recordAudit(context.pool, { kind: 'data_exported', passengerId, traceId }),
  });
  return Readable.from(write(context, { passengerId, tokenHash }));
}

async function* write(
  context: Using<'readDb' | 'clock' | 'config'>,
  { passengerId, tokenHash }: Exporting,
): AsyncGenerator<string> {
  const { clock, config, readDb } = context;
  const whileSignedIn = async (reading: Promise<ExportRow[]>): Promise<ExportRow[]> => {
    const rows = await reading;
    assertThat((await passGate(readDb, { tokenHash, cardId: null })).length > 0, 'unauthenticated');
    return rows;
  };
  yield `{"format":1,"madeAt":"${clock.now().toISOString()}","operator":${JSON.stringify(config.brand.name)}`;
  for (const list of accountLists)
    yield* writeList(list, (after) =>
      whileSignedIn(list.read(readDb, { owner: passengerId, shownFrom: '-infinity', after })),
    );
  yield ',"travel":[';
  let comma = '';
  for (const card of await listExportCards(readDb, { passengerId })) {
    yield `${comma}\n{"cardId":${card.card_id}`;
    for (const list of travelLists)
      yield* writeList(list, (after) => whileSignedIn(readTravel(readDb, { list, card, passengerId, after })));
    yield '}';
    comma = ',';
  }
  yield ']}\n';
}

type ExportCard = ResultRow<typeof listExportCards>;

interface TravelPage {
  readonly list: ExportList;
  readonly card: ExportCard;
  readonly passengerId: string;
  readonly after: readonly string[];
}

/**
 * One page of a card's travel; no row when the card has left the account. A slow reader keeps an export open, for hours perhaps, and in
 * that time another passenger may get the card. So its owner is checked after the rows were read, as the session is.
 */
async function readTravel(readDb: Db, { list, card, passengerId, after }: TravelPage): Promise<ExportRow[]> {
  const { medium_id: owner, shown_from: shownFrom } = card;
  const rows = await list.read(readDb, { owner, shownFrom, after });
  const cards = await listExportCards(readDb, { passengerId });
  return cards.some((now) => now.medium_id === owner && now.shown_from === shownFrom) ? rows : [];
}

async function* writeList(
  { name, first }: ExportList,
  read: (after: readonly string[]) => Promise<ExportRow[]>,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let comma = '';
  for (let after = first; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield comma + rows.map(({ item }) => item).join(',\n');
    comma = ',\n';
    const last = rows.at(-1);
    if (last === undefined || first.length === 0 || rows.length < exportPageSize) break;
    after = last.key;
  }
  yield ']';
}
