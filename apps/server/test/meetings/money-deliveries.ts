import { hourMs } from '@tapfolio/domain/durations.ts';
import { elavon } from '../../src/feeds/elavon/format.ts';
import { enghouse } from '../../src/feeds/enghouse/format.ts';
import { importFile } from '../../src/feeds/import-deliveries.ts';
import type { Importer } from '../../src/feeds/importer.ts';
import { replayFiles } from '../../src/feeds/replay.ts';
import type { FileReport } from '../../src/feeds/report.ts';
import { writeRows } from '../feed-fixture.ts';
import { deposit, writePsv } from '../littlepay-feed.ts';
import type { Acts } from './meet.ts';

const startMs = Math.floor(Date.now() / hourMs) * hourMs - 240 * hourMs;
export const at = (hours: number) => `${new Date(startMs + hours * hourMs).toISOString().slice(0, 19)}Z`;
const dayOf = (hours: number) => at(hours).slice(0, 10);

export const tap = {
  ...{ tap_id: 'T-1', token: 'the card', terminal_date: at(0), payment_reference: 'ABCDEFGHJKLMN1' },
  ...{ operator_id: '77', currency: '978', fare_mode: 'on', stop_id: 'S1', stop_name: 'First Street' },
  ...{ line_name: 'Bus 5', line_public_number: '5' },
};
const fare = {
  ...{ id: '9', tap_id: 'T-1', amount: '250', operator_id: '77', start_dttm: at(0), end_dttm: at(0.3) },
  ...{ ticket_type: '', ticket_code: '' },
};
const paid = {
  ...{ id: 'W-1', token: tap.token, amount_settled: '250', amount_to_settle: '250', stage: 'Closed' },
  ...{ payment_reference: tap.payment_reference, open_date: at(0), operator_id: '77' },
};
export const owedReference = 'ABCDEFGHJKLMN2';
const owed = {
  ...paid,
  id: 'W-2',
  payment_reference: owedReference,
  open_date: at(24),
  amount_settled: '0',
  stage: 'Debt',
};
const owedTap = { ...tap, tap_id: 'T-2', payment_reference: owedReference, terminal_date: at(24) };
const owedFare = { ...fare, id: '10', tap_id: 'T-2', start_dttm: at(24), end_dttm: at(24.3) };
export const secondReference = 'ABCDEFGHJKLMN4';
const secondOwed = { ...owed, id: 'W-3', payment_reference: secondReference, open_date: at(26) };
const secondTap = { ...owedTap, tap_id: 'T-3', payment_reference: secondReference, terminal_date: at(26) };
const secondFare = { ...owedFare, id: '11', tap_id: 'T-3', start_dttm: at(26), end_dttm: at(26.3) };
export const anotherReference = 'ABCDEFGHJKLMN5';
const anotherPaid = { ...paid, id: 'W-4', payment_reference: anotherReference, open_date: at(3) };
const anotherTap = { ...tap, tap_id: 'T-4', payment_reference: anotherReference, terminal_date: at(3) };
const anotherFare = { ...fare, id: '12', tap_id: 'T-4', start_dttm: at(3), end_dttm: at(3.3) };
const bothOwed = [owed, secondOwed];
const all = [paid, anotherPaid, ...bothOwed];
/** The days of the exports. */
const [before, later] = [3, 4];
const charge = {
  ...{ id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: at(20), amount: '250', rrn: '6260473' },
  ...{ payment_reference: tap.payment_reference, token: tap.token, operatorid: '77', spdh_response: '000' },
};
const refusal = {
  ...charge,
  id: 'X-2',
  payment_reference: owedReference,
  timestamp: at(40),
  spdh_response: '051',
  rrn: '6260474',
};
const refund = { ...charge, id: 'X-3', operation: 'REFUND', timestamp: at(60), rrn: 'RRN 1' };
const recovery = {
  ...refusal,
  id: 'X-4',
  operation: 'DEBT_RECOVERY_MANUAL',
  timestamp: at(61),
  spdh_response: '000',
  rrn: 'B',
};

type Row = Readonly<Record<string, string>>;

/** A file that fails counts as a fault of ours. */
function outcomeOf({ status, reason }: FileReport): string {
  return status === 'failed' ? `500 ${reason}` : status;
}

/** What is delivered at first of two paid and two unpaid fares of a card, and what may be delivered of them later. */
export function moneyDeliveries(importer: Importer, folder: string) {
  let files = 0;

  const deliver = async (entity: string, day: number, ...rows: Row[]): Promise<string> => {
    files += 1;
    const path = writeRows(`${folder}/${files}`, `${entity}-${dayOf(24 * day)}.csv`, rows);
    return outcomeOf(await importFile(importer, { formats: [enghouse], path }));
  };
  const chargedBack = async (): Promise<string> => {
    const day = dayOf(48);
    const settled = `${Number(day.slice(5, 7))}${day.slice(8, 10)}${day.slice(0, 4)}`;
    const row = deposit('6260473', '-$2.50', { batch_type: 'C', settlement_date: settled, chgbk_rsn_code: '4837' });
    files += 1;
    const path = writePsv(folder, `010PR00${1000 + files}FUND${dayOf(96).replaceAll('-', '')}.txt`, [row]);
    return outcomeOf(await importFile(importer, { formats: [elavon], path }));
  };

  const acts: Acts = {
    'deliver that the fare is paid': () =>
      deliver('pw', later, ...bothOwed.map((row) => ({ ...row, amount_settled: '250', stage: 'Closed' }))),
    'deliver another amount of the fare': () =>
      deliver('pw', later, ...bothOwed.map((row) => ({ ...row, amount_to_settle: '200' }))),
    'deliver the recovery': () => deliver('tx', later, recovery),
    'deliver the refund': () => deliver('tx', later, refund),
    'deliver a chargeback': chargedBack,
    'deliver another fare': () =>
      deliver('tr', later, { ...fare, amount: '200' }, { ...fare, id: '12', tap_id: 'T-4', amount: '200' }),
    'deliver that another card paid': () =>
      deliver('pw', later, ...all.map((row) => ({ ...row, token: 'another card' }))),
    'deliver another payment of the tap': () => deliver('tap', later, { ...tap, payment_reference: owedReference }),
    'deliver another reference of the payment': () =>
      deliver('pw', later, { ...paid, payment_reference: 'ABCDEFGHJKLMN3' }),
    'read all files again': async () => (await replayFiles(importer, undefined, () => {})).map(outcomeOf).join(),
  };
  return {
    acts,
    first: async (): Promise<void> => {
      await deliver('tap', before, tap, owedTap, secondTap, anotherTap);
      await deliver('tr', before, fare, owedFare, secondFare, anotherFare);
      await deliver('tx', before, charge, refusal, {
        ...charge,
        id: 'X-6',
        payment_reference: anotherReference,
        rrn: '6260475',
      });
      await deliver('pw', before, ...all);
    },
  };
}
