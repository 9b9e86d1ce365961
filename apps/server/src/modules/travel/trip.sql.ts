import { isoUtc, moneyJson } from '../../lib/sql-json.ts';

/**
 * How a trip looks in JSON, as the select list of the contract's `tripSummary`; shared by everything that lists trips.
 * `row` is the alias of a trips row, `language` the place of the two-letter language ("en").
 */
export function tripColumns(row: string, language: string): string {
  return `${row}.trip_id as id,
    ${lineJson(row)} as line,
    coalesce(line.transport_type, ${row}.transport_type, 'other') as "transportType",
    ${row}.status,
    ${moneyJson(`${row}.fare_minor`, `${row}.currency`)} as fare,
    ${row}.fare_reason as "fareReason",
    ${isoUtc(`${row}.updated_at`)} as "updatedAt",
    ${isoUtc(`${row}.started_at`)} as "startedAt",
    ${isoUtc(`${row}.checked_out_at`)} as "endedAt",
    ${stopName(row, 'from', language)} as "from",
    ${stopName(row, 'to', language)} as "to",
    ${row}.service_day as "serviceDay",
    ${timeZone(row)} as "timeZone",
    ${partnerName(row)} as operator,
    ${row}.srid`;
}

/**
 * The line of the timetable, as `line`. `limit 1` changes nothing (the key is unique) but keeps the planner from
 * reading all lines for the few that a page needs.
 */
export function lineJoin(row: string, language: string): string {
  return `left join lateral (
    select l.line_id, l.name, coalesce(l.names ->> ${language}::text, l.long_name) as long_name,
      l.color, l.text_color, l.transport_type
    from lines l
    where l.operator_code = ${row}.operator_code and l.line_id = ${row}.line_id
    limit 1
  ) line on true`;
}

/** The badge of a line: the timetable's, else what was delivered, else null. */
export function lineJson(row: string): string {
  return `case
      when line.line_id is not null then json_build_object(
        'id', line.line_id, 'name', line.name, 'longName', line.long_name,
        'color', line.color, 'textColor', line.text_color)
      when coalesce(${row}.line_id, ${row}.line_name) is not null then json_build_object(
        'id', coalesce(${row}.line_id, ${row}.line_name), 'name', coalesce(${row}.line_name, ${row}.line_id),
        'longName', null, 'color', null, 'textColor', null)
    end`;
}

/** Name of a trip's end: its station's in the timetable, else the stop's own, else what was delivered. */
export function stopName(row: string, end: 'from' | 'to', language: string): string {
  return `coalesce((
      select coalesce(station.names ->> ${language}::text, station.name, s.names ->> ${language}::text, s.name)
      from stops s
      left join stops station
        on station.operator_code = s.operator_code and station.stop_id = s.parent_stop_id
      where s.operator_code = ${row}.operator_code and s.stop_id = ${row}.${end}_stop_id
    ), ${row}.${end}_name)`;
}

/** The operator of a row by name, unless it is the portal's own. */
export function partnerName(row: string): string {
  return `(select o.name from operators o where o.operator_code = ${row}.operator_code and not o.is_home)`;
}

/** The zone in which a row's instants are to be read: its operator's. */
export function timeZone(row: string): string {
  return `(select o.time_zone from operators o where o.operator_code = ${row}.operator_code)`;
}
