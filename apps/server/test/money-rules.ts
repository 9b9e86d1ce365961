import type { Pool } from 'pg';

const views = ['money_faults', 'currency_faults', 'feed_faults', 'bank_faults', 'question_faults'];

/** The names of all rules about money that are checked every minute, as the views have them. */
export async function readMoneyRules(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    'select pg_get_viewdef(name::regclass) as text from unnest($1::text[]) name',
    [views],
  );
  return rows.flatMap(({ text }) => Array.from(text.matchAll(/'(\w+)'::text AS rule/g), ([, rule = '']) => rule));
}
