import path from 'node:path';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { hashedUuid } from '../src/lib/hashing.ts';
import { deposit, v1, v3, writePsv } from './littlepay-feed.ts';

export interface LittlepayFiles {
  files: readonly string[];
  trips: number;
  payments: number;
  taps: number;
  faresMinor: number;
}

const uuid = (text: string) => hashedUuid(`generated ${text}`);
const instant = (ms: number) => new Date(ms).toISOString();
const decimal = (minor: number) => (minor / 100).toFixed(2);

/**
 * Writes the files of a Littlepay back office, version 3: three trips make a payment, two of them have an exit; a trip has
 * about six rows. Ids are UUIDs.
 */
export function generateLittlepay(folder: string, trips: number, firstDay = '2025-10-01'): LittlepayFiles {
  const firstMs = Date.parse(`${firstDay}T06:00:00Z`);
  const rows = { taps: [], links: [], fares: [], answers: [], settlements: [] } as Record<string, Row[]>;
  const add = (name: string, row: Row) => rows[name]?.push(row);
  let [taps, faresMinor, dueMinor] = [0, 0, 0];
  for (let trip = 0; trip < trips; trip += 1) {
    const payment = Math.floor(trip / 3);
    const card = { funding_source_id: uuid(`card ${payment % 997}`), customer_id: uuid(`customer ${payment % 997}`) };
    const startMs = firstMs + (payment % 20) * dayMs + (trip % 3) * 3_600_000;
    const [fare, aggregation] = [uuid(`fare ${trip}`), uuid(`aggregation ${payment}`)];
    const amount = 100 + (trip % 300);
    const types = trip % 3 === 2 ? ['single'] : ['on', 'off'];
    for (const [end, type] of types.entries()) {
      const at = startMs + end * 1_500_000;
      const tap = uuid(`tap ${trip} ${end}`);
      add('taps', v3.tap(tap, instant(at), { ...card, type }));
      add('links', v3.link(tap, fare));
      taps += 1;
    }
    add('fares', v3.fare(fare, aggregation, decimal(amount), { ...card, charge_type: 'complete_variable_fare' }));
    faresMinor += amount;
    dueMinor += amount;
    if (trip % 3 < 2 && trip < trips - 1) continue;
    const rrn = { retrieval_reference_number: `26${String(payment).padStart(20, '0')}` };
    const asked = { ...rrn, amount: decimal(dueMinor) };
    add('answers', v3.answer(aggregation, instant(startMs + dayMs), 'AUTHORISED', asked));
    // The bank is asked once more and refuses, although the settlement says that the fare is paid.
    if (payment % 2 === 0) add('answers', v3.answer(aggregation, instant(startMs + dayMs + 60_000), 'DECLINED', asked));
    add(
      'settlements',
      v3.settlement(uuid(`settlement ${payment}`), aggregation, decimal(dueMinor), { ...card, ...rrn }),
    );
    dueMinor = 0;
  }
  const entities = {
    taps: 'devicetransactions',
    links: 'micropaymentdevicetransactions',
    fares: 'micropayments',
    answers: 'authorisations',
    settlements: 'settlements',
  };
  const files = Object.entries(entities).map(([name, entity]) =>
    writePsv(path.join(folder, entity), `202511010430_${entity}.psv`, rows[name] ?? []),
  );
  return { files, trips, payments: Math.ceil(trips / 3), taps, faresMinor };
}

type Row = ReturnType<typeof v3.tap>;

/** Writes fares of version 1 and the requests to the bank for them, and the settlement file of their bank: one row each. */
export function generateElavon(folder: string, payments: number): LittlepayFiles {
  const atMs = Date.parse('2025-10-03T08:00:00Z');
  const [fares, answers, deposits]: Row[][] = [[], [], []];
  let faresMinor = 0;
  for (let payment = 0; payment < payments; payment += 1) {
    const [amount, aggregation] = [100 + (payment % 300), uuid(`aggregation ${payment}`)];
    const card = { funding_source_vault_id: uuid(`card ${payment % 997}`) };
    const at = atMs + (payment % 20) * dayMs;
    const rrn = `26${String(payment).padStart(20, '0')}`;
    faresMinor += amount;
    fares?.push(
      v1.fare(uuid(`fare ${payment}`), aggregation, decimal(amount), { ...card, transaction_time: instant(at) }),
    );
    const asked = { retrieval_reference_number: rrn, transaction_amount: decimal(amount) };
    answers?.push(v1.answer(aggregation, instant(at + dayMs), 'AUTHORISED', asked));
    deposits?.push(deposit(rrn, `$${decimal(amount)}`));
  }
  const files = [
    writePsv(path.join(folder, 'back-office'), '202511010430_micropayments.psv', fares ?? []),
    writePsv(path.join(folder, 'back-office'), '202511010430_authorisations.psv', answers ?? []),
    writePsv(path.join(folder, 'bank'), '010PR001618FUND20251101.txt', deposits ?? []),
  ];
  return { files, trips: payments, payments, taps: 0, faresMinor };
}
