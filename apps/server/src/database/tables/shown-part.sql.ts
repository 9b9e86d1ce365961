import { declaredTables } from './declared-tables.ts';

/**
 * For a medium whose history is bounded: whether a row belongs to what its passenger may see, as its table declares it (`partOf`). If a payment
 * opened before the card changed hands, its tickets, refunds and late collections are hidden too, even when they came later. To be added to a
 * condition on the time of the row; `medium` is the value that names the medium. Screens and data export have this rule in common.
 */
export function isOfShownPart(name: string, medium: '$mediumId' | '$owner'): string {
  const rules = declaredTables[name];
  if (rules === undefined) throw new Error(`the table ${name} is not declared`);
  if (rules.happened?.partOf === undefined) return '';
  const { partOf } = rules.happened;
  const { table, by, at, shownWith, shownAlone } = partOf;
  const other = (opened: string) => `exists (
      select
      from ${table} other
      where other.medium_id = ${medium} and other.${by} = ${name}.${by} and other.${at} ${opened} $shownFrom${
        shownWith === undefined ? '' : ` and other.${shownWith}`
      }
    )`;
  const orAlone = shownAlone === undefined ? '' : `${shownAlone} or `;
  const isShown = shownWith === undefined ? `not ${other('<')}` : `${orAlone}${other('>=')}`;
  return `
    and ($shownFrom = '-infinity'::timestamptz or ${isShown})`;
}
