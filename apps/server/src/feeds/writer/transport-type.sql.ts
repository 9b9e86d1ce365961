/** The kind of vehicle with which a delivered line name begins (English and French); null if it names none. */
export function transportTypeOfLine(lineName: string): string {
  return `case lower(split_part(${lineName}, ' ', 1))
      when 'bus' then 'bus'
      when 'autobus' then 'bus'
      when 'tram' then 'tram'
      when 'streetcar' then 'tram'
      when 'tramway' then 'tram'
      when 'train' then 'rail'
      when 'rail' then 'rail'
      when 'metro' then 'metro'
      when 'métro' then 'metro'
      when 'subway' then 'metro'
      when 'underground' then 'metro'
      when 'trolleybus' then 'trolleybus'
      when 'ferry' then 'other'
    end`;
}
