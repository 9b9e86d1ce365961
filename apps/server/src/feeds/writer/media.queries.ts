import type { CardStatus, MediumType } from '@tapfolio/domain/states.ts';
import { workStatement } from '../../lib/sql.ts';
import { copyText } from './feed-table.sql.ts';
import { media } from './media.table.ts';

export const copyMedia = copyText(media);

const unidentified = 'unidentified' satisfies MediumType;
const active = 'active' satisfies CardStatus;
const dead = 'card_dead' satisfies CardStatus;
/** What the newer export says of the card goes first, and the other one fills what it leaves open. */
const described = (fact: (row: string) => string) => `case
      when excluded.described_at >= coalesce(media.described_at, '-infinity') then coalesce(${fact('excluded')}, ${fact('media')})
      else coalesce(${fact('media')}, ${fact('excluded')})
    end`;
const newScheme = described((row) => `${row}.scheme`);
const newLastFour = described((row) => `${row}.last_four`);
/** A delivery that does not say what kind of medium it was never unsays it. */
const newMediumType = `coalesce(${described((row) => `nullif(${row}.medium_type, '${unidentified}')`)}, '${unidentified}')`;
const newDescribedAt = 'greatest(excluded.described_at, media.described_at)';

/** The newest information about the status wins, and of two for one time that of the newer export. */
const hasNewerStatus = `excluded.status_at is not null
      and (excluded.status_at, excluded.status_said_at)
        >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity'))`;
const newer = (name: string) => `${name} = case when ${hasNewerStatus} then excluded.${name} else media.${name} end`;

/** What is known is kept, what is delivered goes first; rows that would not change are not written. */
export const upsertMedia = workStatement(
  'feeds.media.upsert',
  `insert into media (medium_id, operator_code, scheme, medium_type, last_four, described_at, status, status_at,
    status_said_at, first_seen_at, last_seen_at)
  select medium_id, operator_code, scheme, coalesce(medium_type, '${unidentified}'), last_four,
    case when coalesce(scheme, medium_type, last_four) is not null then exported_at end,
    coalesce(status, '${active}'), status_at, status_said_at, first_seen_at, last_seen_at
  from stage_media
  on conflict (medium_id) do update
  set scheme = ${newScheme},
    medium_type = ${newMediumType},
    last_four = ${newLastFour},
    described_at = ${newDescribedAt},
    ${newer('status')},
    ${newer('status_at')},
    ${newer('status_said_at')},
    first_seen_at = least(media.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(media.last_seen_at, excluded.last_seen_at)
  where excluded.first_seen_at < media.first_seen_at
    or excluded.last_seen_at > media.last_seen_at
    or ${newScheme} is distinct from media.scheme
    or ${newMediumType} is distinct from media.medium_type
    or ${newLastFour} is distinct from media.last_four
    or ${newDescribedAt} is distinct from media.described_at
    or ${hasNewerStatus}`,
);

/**
 * A later payment of the bank disproves that a card is no longer valid, in either order of delivery. An accepted request with the same time
 * is the refused one, corrected by a newer export.
 */
export const reviveMedia = workStatement(
  'feeds.media.revive',
  `update media as dead
  set status = '${active}'
  from stage_media as stage
  join settlements as move on move.medium_id = stage.medium_id
  where dead.medium_id = stage.medium_id
    and dead.status = '${dead}'
    and move.direction = 'debit'
    and move.approved
    and move.requested_at >= dead.status_at`,
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
