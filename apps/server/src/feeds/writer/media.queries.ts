import type { CardStatus } from '@tapfolio/domain/card-status.ts';
import type { MediumType } from '@tapfolio/domain/states.ts';
import { workStatement } from '../../lib/sql.ts';
import { settlements, withdrawnSettlements } from './acquirer.table.ts';
import { copyText, emptyingStatement } from './feed-table.sql.ts';
import { found } from './found.table.ts';
import { media } from './media.table.ts';

export const copyMedia = copyText(media);

const unidentified = 'unidentified' satisfies MediumType;
const active = 'active' satisfies CardStatus;
const dead = 'card_dead' satisfies CardStatus;
const lost = 'lost' satisfies CardStatus;

/** The newest information about the status wins, and of two for one time that of the newer export. */
const hasNewerStatus = `excluded.status_at is not null
      and (excluded.status_at, excluded.status_said_at)
        >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity'))`;

/** Files say different things of a card: of each the newest export that says it counts. */
const hasNewer = (name: string) => `excluded.${name}_said_at >= coalesce(media.${name}_said_at, '-infinity')`;
const described = ['scheme', 'medium_type', 'last_four'];

/** What may change, each column with the condition under which what is staged counts. */
const changes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    described.flatMap((name) => [name, `${name}_said_at`].map((column) => [column, hasNewer(name)] as const)),
  ),
  status: hasNewerStatus,
  status_at: hasNewerStatus,
  status_said_at: hasNewerStatus,
};
const newer = (name: string, condition: string) =>
  `case when ${condition} then excluded.${name} else media.${name} end`;

/** What is known is kept, what is delivered goes first; rows that would not change are not written. */
export const upsertMedia = workStatement(
  'feeds.media.upsert',
  `insert into media (medium_id, operator_code, scheme, scheme_said_at, medium_type, medium_type_said_at, last_four,
    last_four_said_at, status, status_at, status_said_at, first_seen_at, last_seen_at)
  select medium_id, operator_code, scheme, scheme_said_at, coalesce(medium_type, '${unidentified}'), medium_type_said_at, last_four,
    last_four_said_at, coalesce(status, '${active}'), status_at, status_said_at, first_seen_at, last_seen_at
  from stage_media
  on conflict (medium_id) do update
  set ${Object.entries(changes)
    .map(([name, condition]) => `${name} = ${newer(name, condition)}`)
    .join(',\n    ')},
    is_death_disproved = media.is_death_disproved and (${hasNewerStatus}) is not true,
    is_loss_disproved = media.is_loss_disproved and (${hasNewerStatus}) is not true,
    first_seen_at = least(media.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(media.last_seen_at, excluded.last_seen_at)
  where excluded.first_seen_at < media.first_seen_at
    or excluded.last_seen_at > media.last_seen_at
    or ${described.map((name) => `${newer(`${name}_said_at`, hasNewer(name))} is distinct from media.${name}_said_at`).join('\n    or ')}
    or ${described.map((name) => `${newer(name, hasNewer(name))} is distinct from media.${name}`).join('\n    or ')}
    or ${hasNewerStatus}`,
);

/**
 * A payment of the bank that disproves what it said of a card: a later one that the card is no longer valid, but not that it is lost. One
 * of the same time is the refused request, corrected by a newer export.
 */
const disproof = (isDead: string) => `move.medium_id = refused.medium_id
    and move.direction = 'debit'
    and move.approved
    and (move.requested_at = refused.status_at or ${isDead} and move.requested_at > refused.status_at)`;

/** A payment disproves what the bank said of a card, in either order of delivery. */
const revive = (name: string, stage: string) =>
  workStatement(
    name,
    `update media as refused
  set status = '${active}',
    is_death_disproved = refused.status = '${dead}',
    is_loss_disproved = refused.status = '${lost}'
  from ${stage} as stage
  join settlements as move on move.medium_id = stage.medium_id
  where refused.medium_id = stage.medium_id
    and refused.status in ('${dead}', '${lost}')
    and ${disproof(`refused.status = '${dead}'`)}`,
  );

export const reviveMedia = revive('feeds.media.revive', 'stage_media');

/** What the bank said counts again if no such payment is left. To be run after movements of money were changed or removed. */
const refuseAgain = (name: string, stage: string) =>
  workStatement(
    name,
    `update media as refused
  set status = case when refused.is_death_disproved then '${dead}' else '${lost}' end,
    is_death_disproved = false,
    is_loss_disproved = false
  from ${stage} as stage
  where refused.medium_id = stage.medium_id
    and (refused.is_death_disproved or refused.is_loss_disproved)
    and not exists (
      select from settlements as move where ${disproof('refused.is_death_disproved')}
    )`,
  );

export const refuseAgainBySettlements = refuseAgain('feeds.media.refuseAgain', settlements.stage);
export const refuseAgainByWithdrawn = refuseAgain('feeds.media.refuseAgainByWithdrawn', withdrawnSettlements.stage);
/** The cards that payments were taken from. */
const formerCards = `(select distinct known_medium_id as medium_id from ${found.stage})`;
export const refuseAgainByFound = refuseAgain('feeds.media.refuseAgainByFound', formerCards);
export const reviveByFound = revive('feeds.media.reviveByFound', formerCards);

/** A card stays with the operator where it was seen first, until its rows are replayed and say another. */
export const correctOperators = workStatement(
  'feeds.media.correctOperators',
  `update media
  set operator_code = stage.operator_code
  from stage_media as stage
  where media.medium_id = stage.medium_id
    and media.operator_code <> stage.operator_code`,
);

export const emptyMedia = emptyingStatement('feeds.media.empty', [media]);
