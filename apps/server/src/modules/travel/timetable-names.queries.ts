import { transportTypes } from '@tapfolio/domain/states.ts';
import { statement } from '../../lib/sql.ts';
import { arrayOf, bigint, boolean, notNull, nullable, oneOf, text, timeOfDay } from '../../lib/sql-types.ts';

/** The number of the newest timetable; null before the first. It grows with each import of one. */
export const readTimetableVersion = statement({
  name: 'timetableNames.readVersion',
  row: { version: nullable(bigint) },
  text: `select max(file_id) as version from feed_files where format = 'gtfs'`,
});

export const listOperators = statement({
  name: 'timetableNames.listOperators',
  row: { operator_code: text, name: text, time_zone: text, day_cut: timeOfDay, is_home: boolean },
  text: `select operator_code, name, time_zone, day_cut, is_home from operators`,
});

const lineRow = {
  line_id: text,
  name: text,
  long_name: nullable(text),
  color: nullable(text),
  text_color: nullable(text),
  transport_type: oneOf(transportTypes),
};

const lineColumns = `line_id, name, coalesce(names ->> $language, long_name) as long_name, color, text_color, transport_type`;

export const findLineNames = statement({
  name: 'timetableNames.findLines',
  values: { language: text, operatorCode: text, lineIds: arrayOf(text) },
  row: lineRow,
  text: `select ${lineColumns}
  from lines
  where operator_code = $operatorCode and line_id = any($lineIds)`,
});

const shown = (line: string) =>
  ['long_name', 'names', 'color', 'text_color', 'transport_type'].map((name) => `${line}.${name}`).join(', ');

/**
 * Lines by what their signs show, as the newest timetable has them: the next one may give a line another id. A sign of several lines
 * finds none, unless passengers would see the same of all of them.
 */
export const findLinesOfSigns = statement({
  name: 'timetableNames.findLinesOfSigns',
  values: { language: text, operatorCode: text, signs: arrayOf(text) },
  row: lineRow,
  text: `select distinct on (name) ${lineColumns}
  from lines line
  where operator_code = $operatorCode and name = any($signs) and not exists (
    select from lines other
    where other.operator_code = line.operator_code and other.name = line.name
      and (other.updated_at > line.updated_at
        or other.updated_at = line.updated_at and (${shown('other')}) is distinct from (${shown('line')}))
  )
  order by name, line_id`,
});

/** A stop has the name of its station where it is part of one. */
const stopName = {
  row: notNull(text, 'the last name of the list is the stop’s own'),
  column: `coalesce(station.names ->> $language, station.name, stop.names ->> $language, stop.name) as name`,
  tables: `stops stop
  left join stops station on station.operator_code = stop.operator_code and station.stop_id = stop.parent_stop_id`,
};

export const findStopNames = statement({
  name: 'timetableNames.findStops',
  values: { language: text, operatorCode: text, stopIds: arrayOf(text) },
  row: { stop_id: notNull(text, 'only the station may be missing'), name: stopName.row },
  text: `select stop.stop_id, ${stopName.column}
  from ${stopName.tables}
  where stop.operator_code = $operatorCode and stop.stop_id = any($stopIds)`,
});

/**
 * Stops by the code that passengers read on them, as the newest timetable has them. A code of several stops with different names
 * finds none.
 */
export const findStopsOfCodes = statement({
  name: 'timetableNames.findStopsOfCodes',
  values: { language: text, operatorCode: text, codes: arrayOf(text) },
  row: { code: notNull(text, 'compared with what was asked'), name: notNull(text, 'of one name or more') },
  text: `select code, min(name) as name
  from (
    select stop.stop_code as code, ${stopName.column}
    from ${stopName.tables}
    where stop.operator_code = $operatorCode and stop.stop_code = any($codes) and not exists (
      select from stops newer
      where newer.operator_code = stop.operator_code and newer.stop_code = stop.stop_code
        and newer.updated_at > stop.updated_at
    )
  ) coded
  group by code
  having count(distinct name) = 1`,
});
