import { countingStatement, workStatement } from '../../lib/sql.ts';
import { emptyingStatement, sameColumns, stageText } from './feed-table.sql.ts';
import { describedMediaOfAccounts, media, mediaOfAccounts } from './media.table.ts';

/** Notes which payment account a medium draws on; counts those that were not known. */
export const insertAccounts = countingStatement(
  'feeds.replacements.insertAccounts',
  `insert into account_media (account_id, medium_id)
  select account_id, medium_id
  from ${media.stage}
  where account_id is not null
  on conflict do nothing`,
);

/** Finds the media of each account. The accounts are made distinct first; otherwise all media of an account are read once for each of them. */
export const stageMediaOfAccounts = workStatement(
  'feeds.replacements.stageMediaOfAccounts',
  stageText(mediaOfAccounts, {
    values: { account_id: 'known.account_id', medium_id: 'known.medium_id' },
    from: `from (
    select distinct account_id
    from ${media.stage}
    where account_id is not null
  ) as told
  join account_media as known on known.account_id = told.account_id`,
  }),
);

/** Into another staging table: to update this one, a cluster would fetch all media there are. */
export const describeMediaOfAccounts = workStatement(
  'feeds.replacements.describeMediaOfAccounts',
  stageText(describedMediaOfAccounts, {
    values: {
      ...sameColumns(['account_id', 'medium_id'], 'of_account'),
      ...sameColumns(['medium_type', 'first_seen_at'], 'medium'),
    },
    from: `from ${mediaOfAccounts.stage} as of_account
  join media as medium on medium.medium_id = of_account.medium_id`,
  }),
);

/** What more media have in common is a word that stands where an account is not known. */
const mostMedia = 20;

/** A card and the phone it was put on are used side by side, so only media of one kind follow one another. */
export const insertMediaOfAccounts = workStatement(
  'feeds.replacements.insertMediaOfAccounts',
  `insert into replacements as known (medium_id, successor_id, source, exported_at)
  select medium_id, successor_id, 'account', '-infinity'
  from (
    select medium_id, first_seen_at, count(*) over (partition by account_id) as media,
      lead(medium_id) over next_of_kind as successor_id,
      lead(first_seen_at) over next_of_kind as successor_seen_at
    from ${describedMediaOfAccounts.stage}
    window next_of_kind as (partition by account_id, medium_type order by first_seen_at, medium_id)
  ) as follows
  where successor_seen_at > first_seen_at
    and media <= ${mostMedia}
  on conflict (medium_id) do update
  set successor_id = excluded.successor_id, source = excluded.source
  where (known.source = 'account' or known.successor_id is null)
    and known.successor_id is distinct from excluded.successor_id`,
);

/** That the operator names no successor takes back what it said itself, and leaves what follows from the account. */
const leavesDerived = `excluded.successor_id is null and known.source = 'account'`;

/** What the operator says goes before what was derived. That it names none is noted too: an older word may come later. */
export const insertDelivered = workStatement(
  'feeds.replacements.insertDelivered',
  `insert into replacements as known (medium_id, successor_id, source, exported_at)
  select medium_id, successor_id, 'operator', exported_at
  from ${media.stage}
  where tells_successor
  on conflict (medium_id) do update
  set successor_id = case when ${leavesDerived} then known.successor_id else excluded.successor_id end,
    source = case when ${leavesDerived} then known.source else excluded.source end,
    exported_at = excluded.exported_at
  where known.exported_at <= excluded.exported_at`,
);

export const emptyMediaOfAccounts = emptyingStatement('feeds.replacements.emptyMediaOfAccounts', [
  mediaOfAccounts,
  describedMediaOfAccounts,
]);
