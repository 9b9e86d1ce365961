import { debtEvents, debtStates } from '@tapfolio/domain/debt-states.ts';
import { debtSources } from '@tapfolio/domain/debt-steps.ts';
import { type ResultRow, selectList, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  character,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { takenInOtherCurrency } from '../travel/other-currency.sql.ts';
import { isUndecided, writtenOffOfFare } from '../travel/written-off.sql.ts';

const debtColumns = {
  payment_id: uuid,
  operator_code: text,
  srid: nullable(text),
  opened_at: instant,
  due_minor: bigint,
  written_off_minor: notNull(bigint, 'the column is not null'),
  currency: character,
  state: oneOf(debtStates),
  state_at: instant,
  /** What the bank took of a settled fare for us, if it took another currency. */
  taken_minor: nullable(bigint),
  taken_currency: nullable(character),
};
const debtList = selectList(debtColumns, { written_off_minor: writtenOffOfFare, ...takenInOtherCurrency });

/** Whether a fare is shown: not while what becomes of its rest is not known, because it is then neither owed nor settled. */
const isShown = `(
      state <> 'ready'
      or written_off_minor = 0
      or not ${isUndecided}
    )`;

/** The debts of a medium in the time that is shown: open ones first, the oldest first, then those settled in the last 30 days. */
export const listDebts = statement({
  name: 'debts.list',
  values: { mediumId: uuid, shownFrom: instant },
  row: debtColumns,
  text: `select ${debtList}
  from debts
  where medium_id = $mediumId
    and opened_at >= $shownFrom
    and (state <> 'ready' or state_at > now() - interval '30 days')
    and ${isShown}
  order by state = 'ready', opened_at, payment_id
  limit 100`,
});

export const findDebt = statement({
  name: 'debts.find',
  values: { mediumId: uuid, paymentId: uuid },
  row: debtColumns,
  text: `select ${debtList}
  from debts
  where medium_id = $mediumId
    and payment_id = $paymentId
    and ${isShown}`,
});

/** The unpaid fares of a reference that the bank names: one, unless references were given out twice. Reads all media. */
export const findDebtOfReference = statement({
  name: 'debts.findOfReference',
  values: { srid: text },
  row: { medium_id: uuid, payment_id: uuid, operator_code: text, state: oneOf(debtStates) },
  text: `select medium_id, payment_id, operator_code, state
  from debts
  where srid = $srid`,
});

export type DebtRow = ResultRow<typeof findDebt>;

export const listDebtEvents = statement({
  name: 'debts.listEvents',
  values: { mediumId: uuid, paymentIds: arrayOf(uuid) },
  row: {
    payment_id: uuid,
    at: instant,
    event: oneOf(debtEvents),
    state: oneOf(debtStates),
    amount_minor: bigint,
    currency: character,
    source: oneOf(debtSources),
  },
  text: `select payment_id, at, event, state, amount_minor, currency, source
  from debt_events
  where medium_id = $mediumId and payment_id = any($paymentIds)
  order by payment_id, version`,
});

export type DebtEventRow = ResultRow<typeof listDebtEvents>;

/** The states of the debts of these media, for their watchers. */
export const listWatched = statement({
  name: 'debts.listWatched',
  values: { mediumIds: arrayOf(uuid) },
  row: {
    medium_id: uuid,
    payment_id: uuid,
    opened_at: instant,
    version: integer,
    state: oneOf(debtStates),
    state_at: instant,
  },
  text: `select medium_id, payment_id, opened_at, version, state, state_at
  from debts
  where medium_id = any($mediumIds)`,
});

export type WatchedRow = ResultRow<typeof listWatched>;
