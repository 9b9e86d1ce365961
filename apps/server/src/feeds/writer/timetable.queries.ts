/** Timetables are small: rows travel as one JSON parameter. A newer or equal feed overwrites, an older one only adds. */

export const insertNewStops = `
  insert into stops (operator_code, stop_id, stop_code, name, names, parent_stop_id, latitude, longitude, updated_at)
  select $1, stop.stop_id, stop.stop_code, stop.name, stop.names, stop.parent_stop_id, stop.latitude, stop.longitude, $2
  from jsonb_to_recordset($3) as stop (stop_id text, stop_code text, name text, names jsonb, parent_stop_id text,
    latitude double precision, longitude double precision)
  on conflict do nothing`;

export const updateStops = `
  update stops as target
  set stop_code = stop.stop_code,
    name = stop.name,
    names = stop.names,
    parent_stop_id = stop.parent_stop_id,
    latitude = stop.latitude,
    longitude = stop.longitude,
    updated_at = $2
  from jsonb_to_recordset($3) as stop (stop_id text, stop_code text, name text, names jsonb, parent_stop_id text,
    latitude double precision, longitude double precision)
  where target.operator_code = $1
    and target.stop_id = stop.stop_id
    and target.updated_at <= $2
    and (target.stop_code, target.name, target.names, target.parent_stop_id, target.latitude, target.longitude)
      is distinct from (stop.stop_code, stop.name, stop.names, stop.parent_stop_id, stop.latitude, stop.longitude)`;

export const insertNewLines = `
  insert into lines (operator_code, line_id, name, long_name, names, transport_type, color, text_color, sort_order,
    updated_at)
  select $1, line.line_id, line.name, line.long_name, line.names, line.transport_type, line.color, line.text_color,
    line.sort_order, $2
  from jsonb_to_recordset($3) as line (line_id text, name text, long_name text, names jsonb, transport_type text,
    color text, text_color text, sort_order integer)
  on conflict do nothing`;

export const updateLines = `
  update lines as target
  set name = line.name,
    long_name = line.long_name,
    names = line.names,
    transport_type = line.transport_type,
    color = line.color,
    text_color = line.text_color,
    sort_order = line.sort_order,
    updated_at = $2
  from jsonb_to_recordset($3) as line (line_id text, name text, long_name text, names jsonb, transport_type text,
    color text, text_color text, sort_order integer)
  where target.operator_code = $1
    and target.line_id = line.line_id
    and target.updated_at <= $2
    and (target.name, target.long_name, target.names, target.transport_type, target.color, target.text_color,
      target.sort_order)
      is distinct from (line.name, line.long_name, line.names, line.transport_type, line.color, line.text_color,
        line.sort_order)`;

/** Confirms rows that a newer feed delivers as they are. */
export const advanceStops = `
  update stops as target
  set updated_at = $2
  from jsonb_to_recordset($3) as stop (stop_id text)
  where target.operator_code = $1
    and target.stop_id = stop.stop_id
    and target.updated_at < $2`;

export const advanceLines = `
  update lines as target
  set updated_at = $2
  from jsonb_to_recordset($3) as line (line_id text)
  where target.operator_code = $1
    and target.line_id = line.line_id
    and target.updated_at < $2`;
