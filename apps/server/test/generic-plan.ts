import type { ClientBase } from 'pg';

/** A node of PostgreSQL's plan in JSON; conditions are the members whose name ends in "Cond" or "Filter". */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: PlanNode[];
  [member: string]: unknown;
}

/**
 * The numbers of given values in a plan begin above this one, because up to PostgreSQL 16 a plan uses `$0`, `$1` and so on for the
 * results of its own parts.
 */
export const numbersBelowValues = 100;

/**
 * The plan of a statement for unknown values, on every version of PostgreSQL that we support
 * (`explain (generic_plan)` begins with 16). The statement is not run.
 */
export async function genericPlan(client: ClientBase, text: string): Promise<PlanNode> {
  try {
    // Without pruning no month is left out because a value is null.
    await client.query('set plan_cache_mode = force_generic_plan; set enable_partition_pruning = off');
    const unused = Array.from({ length: numbersBelowValues }, () => 'integer').join(', ');
    const numbered = text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + numbersBelowValues}`);
    await client.query(`prepare planned (${unused}) as ${numbered}`);
    const { rows: types } = await client.query<{ count: number }>(
      `select cardinality(parameter_types)::integer as count from pg_prepared_statements where name = 'planned'`,
    );
    const values = Array.from({ length: types[0]?.count ?? 0 }, () => 'null').join(', ');
    const { rows } = await client.query(`explain (verbose, costs off, format json) execute planned (${values})`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('deallocate all').catch(() => {});
    await client.query('reset plan_cache_mode; reset enable_partition_pruning').catch(() => {});
  }
}

/** A node and all below it. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The table of a monthly or weekly part. */
export function tableOf(node: PlanNode): string {
  return (node['Relation Name'] ?? '').replace(/_\d{6}$/, '');
}
