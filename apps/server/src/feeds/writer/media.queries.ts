import type { MediumType } from '@tapfolio/domain/states.ts';
import { copyText } from './feed-table.sql.ts';
import { media } from './media.table.ts';
import { workStatement } from './work-statement.sql.ts';

export const copyMedia = copyText(media);

const unidentified = 'unidentified' satisfies MediumType;
/** A delivery that does not say what kind of medium it was never unsays it. */
const newMediumType = `coalesce(nullif(excluded.medium_type, '${unidentified}'), media.medium_type)`;

/** What is known is kept, what is delivered goes first; rows that would not change are not written. */
export const upsertMedia = workStatement(
  'feeds.media.upsert',
  `insert into media (medium_id, operator_code, scheme, medium_type, last_four, first_seen_at, last_seen_at)
  select medium_id, operator_code, scheme, coalesce(medium_type, '${unidentified}'), last_four, first_seen_at, last_seen_at
  from stage_media
  on conflict (medium_id) do update
  set scheme = coalesce(excluded.scheme, media.scheme),
    medium_type = ${newMediumType},
    last_four = coalesce(excluded.last_four, media.last_four),
    first_seen_at = least(media.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(media.last_seen_at, excluded.last_seen_at)
  where excluded.first_seen_at < media.first_seen_at
    or excluded.last_seen_at > media.last_seen_at
    or coalesce(excluded.scheme, media.scheme) is distinct from media.scheme
    or ${newMediumType} is distinct from media.medium_type
    or coalesce(excluded.last_four, media.last_four) is distinct from media.last_four`,
);

/** A card stays with the operator where it was seen first, until its rows are replayed and say another. */
export const correctOperators = workStatement(
  'feeds.media.correctOperators',
  `update media
  set operator_code = stage.operator_code
  from stage_media as stage
  where media.medium_id = stage.medium_id
    and media.operator_code <> stage.operator_code`,
);

export const emptyMedia = workStatement('feeds.media.empty', 'truncate stage_media');
