import { statement } from '../../lib/sql.ts';
import { arrayOf, boolean, character, text, timeOfDay } from '../../lib/sql-types.ts';

export const listOperatorCodes = statement({
  name: 'settings.listOperatorCodes',
  row: { operator_code: text },
  text: 'select operator_code from operators',
});

/** Inserts and updates operators, one item of each array for each. One that is not named is at home no more. */
export const upsertOperators = statement({
  name: 'settings.upsertOperators',
  values: {
    codes: arrayOf(text),
    names: arrayOf(text),
    timeZones: arrayOf(text),
    dayCuts: arrayOf(timeOfDay),
    currencies: arrayOf(character),
    areHome: arrayOf(boolean),
  },
  text: `with others as (
    update operators
    set is_home = false
    where is_home
      and operator_code <> all ($codes::text[])
  )
  insert into operators (operator_code, name, time_zone, day_cut, currency, is_home)
  select *
  from unnest($codes::text[], $names::text[], $timeZones::text[], $dayCuts::time[], $currencies::char(3)[], $areHome::boolean[])
  on conflict (operator_code) do update set
    name = excluded.name,
    time_zone = excluded.time_zone,
    day_cut = excluded.day_cut,
    currency = excluded.currency,
    is_home = excluded.is_home`,
});
