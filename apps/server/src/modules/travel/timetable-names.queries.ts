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

export const findLineNames = statement({
  name: 'timetableNames.findLines',
  values: { language: text, operatorCode: text, lineIds: arrayOf(text) },
  row: {
    line_id: text,
    name: text,
    long_name: nullable(text),
    color: nullable(text),
    text_color: nullable(text),
    transport_type: oneOf(transportTypes),
  },
  text: `select line_id, name, coalesce(names ->> $language, long_name) as long_name, color, text_color, transport_type
  from lines
  where operator_code = $operatorCode and line_id = any($lineIds)`,
});

/** A stop has the name of its station where it is part of one. */
export const findStopNames = statement({
  name: 'timetableNames.findStops',
  values: { language: text, operatorCode: text, stopIds: arrayOf(text) },
  row: {
    stop_id: notNull(text, 'only the station may be missing'),
    name: notNull(text, 'the last name of the list is the stop’s own'),
  },
  text: `select stop.stop_id,
    coalesce(station.names ->> $language, station.name, stop.names ->> $language, stop.name) as name
  from stops stop
  left join stops station on station.operator_code = stop.operator_code and station.stop_id = stop.parent_stop_id
  where stop.operator_code = $operatorCode and stop.stop_id = any($stopIds)`,
});
