import { statement } from '../lib/sql.ts';
import { arrayOf, text } from '../lib/sql-types.ts';

/** Forgets the deliveries of an inbox that were imported or removed since. */
export const forgetOthers = statement({
  name: 'feeds.refusedDeliveries.forgetOthers',
  values: { inbox: text, places: arrayOf(text) },
  text: `delete from refused_deliveries
  where starts_with(place, $inbox)
    and place <> all ($places)`,
});

export const write = statement({
  name: 'feeds.refusedDeliveries.write',
  values: { places: arrayOf(text), names: arrayOf(text), reasons: arrayOf(text) },
  text: `insert into refused_deliveries (place, name, reason)
  select place, name, reason
  from unnest($places::text[], $names::text[], $reasons::text[]) as delivery (place, name, reason)
  on conflict (place) do update
  set name = excluded.name,
    reason = excluded.reason,
    refused_at = now()
  where (refused_deliveries.name, refused_deliveries.reason) is distinct from (excluded.name, excluded.reason)`,
});

export const list = statement({
  name: 'feeds.refusedDeliveries.list',
  row: { place: text, name: text, reason: text },
  text: `
    select place, name, reason
    from refused_deliveries
    order by place
    limit 20`,
});
