import { statement } from '../../lib/sql.ts';
import { arrayOf, bigint, integer, text } from '../../lib/sql-types.ts';

export const insertQuarantined = statement({
  name: 'feeds.quarantine.insert',
  values: { files: arrayOf(bigint), lines: arrayOf(integer), reason: text },
  text: `
    insert into feed_quarantine (file_id, line_number, reason)
    select file_id, line_number, $reason
    from unnest($files::bigint[], $lines::integer[]) as row (file_id, line_number)
    on conflict do nothing`,
});
