import { countingStatement, workStatement } from '../../lib/sql.ts';
import { settlements } from './acquirer.table.ts';
import { chargebacks, doubtfulChargebacks, leftChargebacks, possibleCharges } from './chargebacks.table.ts';
import { emptyingStatement, isNewer, namesOf, sameColumns, stageText, upsertStatements } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { pieces } from './pieces.table.ts';

const isWaiting = `is_open and kind = 'chargeback'`;

export const upsertChargebacks = upsertStatements(chargebacks);

const stageDoubtful = (name: string, from: string) =>
  workStatement(
    name,
    `${stageText(doubtfulChargebacks, { values: sameColumns(['medium_id', 'chargeback_id'], 'taken'), from })}
  on conflict do nothing`,
  );

/** The chargebacks whose reference of the bank a staged movement has: it may be their charge, or be so no more. */
export const stageDoubtfulByReference = stageDoubtful(
  'feeds.chargebacks.stageDoubtfulByReference',
  `from ${settlements.stage} as stage
  join chargebacks as taken on taken.retrieval_reference = stage.retrieval_reference`,
);

/** The chargebacks of movements that get another reference of the bank; to be run before these are changed. */
export const stageDoubtfulByFormerReference = stageDoubtful(
  'feeds.chargebacks.stageDoubtfulByFormerReference',
  `from ${settlements.stage} as stage
  join settlements as known on known.medium_id = stage.medium_id
    and known.settlement_id = stage.settlement_id
  join chargebacks as taken on taken.medium_id = known.medium_id
    and taken.retrieval_reference = known.retrieval_reference
  where known.retrieval_reference is distinct from stage.retrieval_reference
    and not ${isNewer}`,
);

/** They wait again, but for those of which Littlepay says whose charge has the reference: their payment follows from its rows. */
export const reopenDoubtful = countingStatement(
  'feeds.chargebacks.reopenDoubtful',
  `update ${pieces.name} as piece
  set is_open = true
  from ${doubtfulChargebacks.stage} as doubtful
  where piece.piece_id = doubtful.chargeback_id
    and not piece.is_open
    and not exists (
      select
      from ${pieces.name} as named
      where named.beside = piece.about
        and named.kind in ('authorisation', 'settlement')
    )`,
);

/** A chargeback that does not wait stays where it is, and so does one that is known without the row of the bank. */
export const forgetCertain = workStatement(
  'feeds.chargebacks.forgetCertain',
  `delete from ${doubtfulChargebacks.stage} as doubtful
  where not exists (
    select
    from ${pieces.name} as piece
    where piece.piece_id = doubtful.chargeback_id
      and ${isWaiting}
  )`,
);

/** Those that have found their payment where they are. */
export const forgetFound = workStatement(
  'feeds.chargebacks.forgetFound',
  `delete from ${doubtfulChargebacks.stage} as doubtful
  using ${chargebacks.stage} as stage
  where stage.medium_id = doubtful.medium_id
    and stage.chargeback_id = doubtful.chargeback_id`,
);

const removeStaged = (name: string, { stage }: FeedTable) =>
  workStatement(
    name,
    `delete from chargebacks as target
  using ${stage} as stage
  where target.medium_id = stage.medium_id
    and target.chargeback_id = stage.chargeback_id`,
  );

/** The others belong to another payment now, or wait. */
export const removeDoubtful = removeStaged('feeds.chargebacks.removeDoubtful', doubtfulChargebacks);

/** The staged chargebacks that belonged to a payment of another card before. */
export const stageLeftByChargebacks = countingStatement(
  'feeds.chargebacks.stageLeft',
  stageText(leftChargebacks, {
    values: sameColumns(['medium_id', 'chargeback_id'], 'known'),
    from: `from ${chargebacks.stage} as stage
  join chargebacks as known on known.retrieval_reference = stage.retrieval_reference
    and known.chargeback_id = stage.chargeback_id
  where known.medium_id <> stage.medium_id`,
  }),
);

export const removeLeft = removeStaged('feeds.chargebacks.removeLeft', leftChargebacks);

export const emptyDoubtful = emptyingStatement('feeds.chargebacks.emptyDoubtful', [doubtfulChargebacks]);

/** The charges whose reference of the bank a chargeback that waits names. A payment has one line for each amount. */
export const stagePossibleCharges = countingStatement(
  'feeds.chargebacks.stagePossible',
  stageText(possibleCharges, {
    values: {
      ...sameColumns(['retrieval_reference', 'medium_id', 'srid', 'amount_minor'], 'charge'),
      operator_code: 'max(charge.operator_code)',
    },
    from: `from (
    select distinct content ->> 'rrn' as rrn
    from ${pieces.name}
    where ${isWaiting}
  ) as waiting
  join settlements as charge on charge.retrieval_reference = waiting.rrn
    and charge.direction = 'debit'
    and charge.approved
    and charge.srid is not null
  group by charge.retrieval_reference, charge.medium_id, charge.srid, charge.amount_minor`,
  }),
);

/** The place of a payment: of all that were counted where there is one, and of no use otherwise. */
const placeAmong = (counted: string, window: string, as: string) =>
  `count(*) filter (where ${counted}) over ${window} as ${as},
      ${['medium_id', 'srid', 'operator_code']
        .map((name) => `max(${name}::text) filter (where ${counted}) over ${window} as ${as}_${name}`)
        .join(',\n      ')}`;

const placeOf = (name: string) => `case when place.exact = 1 then place.exact_${name} else place.enough_${name} end`;

/** What the bank names. A row from before this was kept has the home operator's currency if it names none. */
const namedCurrency = (content: string) =>
  `case when ${content} ? 'namedCurrency' then ${content} ->> 'namedCurrency' else ${content} ->> 'currency' end`;

/**
 * The chargebacks that wait and whose charge is there, by the reference that the bank gave it: the only payment with a charge of its
 * amount, else the only one with a larger charge, since a bank takes back no more than it paid. If several are possible, it waits.
 * Chargebacks and charges stand in one list, ordered by their amounts: a join of many of each with one reference is quadratic.
 */
export const stageFoundCharges = countingStatement(
  'feeds.chargebacks.stageFoundCharges',
  stageText(chargebacks, {
    values: {
      medium_id: `(${placeOf('medium_id')})::uuid`,
      chargeback_id: 'piece.piece_id',
      operator_code: placeOf('operator_code'),
      srid: placeOf('srid'),
      amount_minor: 'place.amount_minor',
      currency: namedCurrency('piece.content'),
      charged_back_at: `(piece.content ->> 'at')::timestamptz`,
      reason_code: `piece.content ->> 'reasonCode'`,
      retrieval_reference: 'place.rrn',
      ...sameColumns(namesOf(chargebacks, 'version'), 'piece'),
    },
    from: `from (
    select piece_id, rrn, amount_minor,
      ${placeAmong('piece_id is null', 'of_amount', 'exact')},
      ${placeAmong('is_largest', 'from_largest', 'enough')}
    from (
      select null::uuid as piece_id, retrieval_reference as rrn, amount_minor, medium_id, srid, operator_code,
        row_number() over (partition by retrieval_reference, medium_id, srid order by amount_minor desc) = 1 as is_largest
      from ${possibleCharges.stage}
      union all
      select piece_id, content ->> 'rrn', abs((content ->> 'amountMinor')::bigint), null, null, null, false
      from ${pieces.name}
      where ${isWaiting}
    ) as line
    window of_amount as (partition by rrn, amount_minor),
      from_largest as (partition by rrn order by amount_minor desc)
  ) as place
  join ${pieces.name} as piece on piece.piece_id = place.piece_id
  where place.exact = 1
    or place.exact = 0 and place.enough = 1`,
  }),
);

/** The pieces of those that are staged wait no more. */
export const closeFound = countingStatement(
  'feeds.chargebacks.closeFound',
  `update ${pieces.name} as piece
  set is_open = false
  from ${chargebacks.stage} as stage
  where piece.piece_id = stage.chargeback_id`,
);
