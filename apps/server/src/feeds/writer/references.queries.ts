import { isItself } from '../../database/tables/travel-columns.ts';
import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import { arrayOf, bigint, boolean, instant, integer, notNull, text, uuid } from '../../lib/sql-types.ts';
import { isNewer, stageText } from './feed-table.sql.ts';
import { markFound, ofFound } from './found.queries.ts';
import { found } from './found.table.ts';
import { amountOfReference, ofPayment } from './payments.queries.ts';
import { payments } from './payments.table.ts';

const staged = 'every staged row has its file and line';

/** References of payments whose opening has changed. */
export const moveReferences = workStatement(
  'feeds.references.moveReferences',
  `update service_references as known
  set opened_at = stage.opened_at
  from stage_payments as stage
  where stage.was_opened_at is not null
    and stage.reason <> 'refund'
    and known.srid = stage.srid
    and known.payment_id = stage.payment_id
    and known.medium_id = stage.medium_id`,
);

/** Refunds have the reference of their payment; the reference leads to that payment. */
export const insertReferences = workStatement(
  'feeds.references.insertReferences',
  `insert into service_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
  select srid, medium_id, payment_id, opened_at, operator_code, ${amountOfReference}, currency, paid_minor > 0
  from stage_payments as payment
  where srid is not null
    and reason <> 'refund'
  order by line_number
  on conflict do nothing`,
);

/** Of two references that exports give one payment the one that the older says; where it lay so far. */
export const findFormerReferences = countingStatement(
  'feeds.references.findFormerReferences',
  stageText(found, {
    values: { ...ofPayment, known_srid: `case when ${isNewer} then stage.srid else known.srid end` },
    from: `from stage_payments as stage
  join payments as known on known.medium_id = stage.medium_id
    and known.opened_at = coalesce(stage.was_opened_at, stage.opened_at)
    and known.payment_id = stage.payment_id
  where stage.reason <> 'refund'
    and known.srid is distinct from stage.srid`,
  }),
);

/** It leads to the payment no more. */
export const removeFormerReferences = countingStatement(
  'feeds.references.removeFormerReferences',
  `delete from service_references as known
  using ${found.stage} as found
  where known.srid = found.known_srid
    and known.medium_id = found.medium_id
    and known.payment_id = found.id`,
);

/** References of refunds, and those that belong to another payment than the staged one. */
export const findReferences = countingStatement(
  'feeds.references.findReferences',
  stageText(found, {
    values: {
      ...ofPayment,
      known_medium_id: 'known.medium_id',
      known_payment_id: 'known.payment_id',
      known_currency: 'known.currency',
    },
    from: `from stage_payments as stage
  join service_references as known on known.srid = stage.srid
  where stage.reason = 'refund'
    or (known.medium_id, known.payment_id) <> (stage.medium_id, stage.payment_id)`,
  }),
);

/**
 * A reference opens a receipt to everyone who knows the statement line, so it never changes to another card, unless the payment itself does
 * (`card-moves.queries.ts`). A second payment of the
 * same card does not get it either: it would be unknown which of the two the bank's money belongs to.
 */
export const removeForeignPayments = statement({
  name: 'feeds.references.removeForeign',
  row: {
    file_id: notNull(bigint, staged),
    line_number: notNull(integer, staged),
    exported_at: notNull(instant, staged),
    is_of_card: notNull(boolean, 'of comparisons with not null'),
    srid: notNull(text, 'it was found by it'),
    medium_id: notNull(uuid, 'a column of the key'),
    payment_id: notNull(uuid, 'a column of the key'),
    is_another: notNull(boolean, 'of comparisons with not null'),
  },
  text: `delete from stage_payments as stage
  using stage_found as found
  where ${ofFound('payment_id')}
    and (found.known_medium_id <> stage.medium_id
      or (stage.${isItself} and found.known_payment_id <> stage.payment_id))
  returning stage.file_id, stage.line_number, stage.exported_at, found.known_medium_id = stage.medium_id as is_of_card, stage.srid,
    stage.medium_id, stage.payment_id,
    stage.${isItself} and found.known_payment_id <> stage.payment_id as is_another`,
  isPrepared: false,
});

/** The items at one place of the lists belong together. */
const rowsOfPayments = {
  paymentIds: arrayOf(uuid),
  exportedAts: arrayOf(instant),
};

/** Those of these rows of payments of which a newer one is known. */
export const listOutdated = statement({
  name: 'feeds.references.listOutdated',
  values: { ...rowsOfPayments, mediumIds: arrayOf(uuid), files: arrayOf(bigint), lines: arrayOf(integer) },
  row: { payment_id: uuid },
  text: `select known.payment_id
  from unnest($mediumIds::uuid[], $paymentIds::uuid[], $exportedAts::timestamptz[], $files::bigint[], $lines::integer[])
    as stage (medium_id, payment_id, exported_at, file_id, line_number)
  join payments as known on known.medium_id = stage.medium_id
    and known.payment_id = stage.payment_id
  where ${isNewer}`,
});

/** Those of these rows of payments of which a newer one contests a reference. */
export const listNewerContests = statement({
  name: 'feeds.references.listNewerContests',
  values: rowsOfPayments,
  row: { payment_id: uuid },
  text: `select known.payment_id
  from unnest($paymentIds::uuid[], $exportedAts::timestamptz[]) as stage (payment_id, exported_at)
  join contested_references as known on known.payment_id = stage.payment_id
  where known.exported_at > stage.exported_at`,
});

/** Notes that these payments have references which belong to other cards, and when that was exported. */
export const contestReferences = statement({
  name: 'feeds.references.contest',
  values: { ...rowsOfPayments, srids: arrayOf(text) },
  text: `insert into contested_references as known (srid, payment_id, exported_at)
  select srid, payment_id, max(exported_at)
  from unnest($srids::text[], $paymentIds::uuid[], $exportedAts::timestamptz[]) as told (srid, payment_id, exported_at)
  group by srid, payment_id
  on conflict (srid, payment_id) do update
  set exported_at = excluded.exported_at`,
});

/** A payment that has another reference since, or none, contests none any more. */
export const settleReferences = workStatement(
  'feeds.references.settle',
  `delete from contested_references as known
  using ${payments.stage} as stage
  where known.payment_id = stage.payment_id
    and known.srid is distinct from stage.srid
    and known.exported_at <= stage.exported_at`,
);

/** To be run without those: what else was found are refunds. */
export const takeCurrencyOfReference = markFound('feeds.references.takeCurrencyOfReference', payments, {
  id: 'payment_id',
  values: { currency: 'found.known_currency' },
});
