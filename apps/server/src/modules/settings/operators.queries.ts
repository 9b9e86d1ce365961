import { untypedStatement } from '../../lib/sql.ts';

/**
 * One operator is at home: one that was and is no longer configured is not. Values: codes, names, time zones, day cuts,
 * currencies, home flags; one array each.
 */
export const upsertOperators = untypedStatement(
  'settings.upsertOperators',
  `with others as (
    update operators
    set is_home = false
    where is_home
      and operator_code <> all ($1::text[])
  )
  insert into operators (operator_code, name, time_zone, day_cut, currency, is_home)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::time[], $5::char(3)[], $6::boolean[])
  on conflict (operator_code) do update set
    name = excluded.name,
    time_zone = excluded.time_zone,
    day_cut = excluded.day_cut,
    currency = excluded.currency,
    is_home = excluded.is_home`,
);
