export const copyMedia =
  'copy stage_media (medium_id, operator_code, scheme, last_four, first_seen_at, last_seen_at) from stdin';

/** What is known is kept, what is delivered goes first; rows that would not change are not written. */
export const upsertMedia = `
  insert into media (medium_id, operator_code, scheme, last_four, first_seen_at, last_seen_at)
  select medium_id, operator_code, scheme, last_four, first_seen_at, last_seen_at
  from stage_media
  on conflict (medium_id) do update
  set scheme = coalesce(excluded.scheme, media.scheme),
    last_four = coalesce(excluded.last_four, media.last_four),
    first_seen_at = least(media.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(media.last_seen_at, excluded.last_seen_at)
  where excluded.first_seen_at < media.first_seen_at
    or excluded.last_seen_at > media.last_seen_at
    or coalesce(excluded.scheme, media.scheme) is distinct from media.scheme
    or coalesce(excluded.last_four, media.last_four) is distinct from media.last_four`;
