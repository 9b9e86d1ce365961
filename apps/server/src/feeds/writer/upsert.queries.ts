/** Where a table's rows come from and how two versions of a row are told apart. */
export interface UpsertPlan {
  table: string;
  stage: string;
  key: readonly string[];
  /** Columns whose change counts as an update. */
  content: readonly string[];
  /** Columns that follow the newest export without counting as a change. */
  silent?: readonly string[];
  /** Columns filled when the row is new and kept by statements of their own afterwards. */
  once?: readonly string[];
}

export interface UpsertStatements {
  insertNew: string;
  updateChanged: string;
  advanceUnchanged: string;
}

const provenance = ['exported_at', 'file_id', 'line_number'] as const;

/**
 * The three statements that bring a staged chunk into its table: new rows; rows whose content differs and whose
 * version is newer; rows that are only confirmed by a newer export. A version is (export time, file, line), so that
 * the newest export wins, then the highest line, in whatever order files come. The stage holds a key once at most.
 *
 * Three plain statements instead of one `on conflict do update`: a first delivery runs the first one only, and its
 * row count says what was inserted on every engine (`xmax` cannot be returned from partitioned tables).
 */
export function upsertStatements(plan: UpsertPlan): UpsertStatements {
  const { table, stage, key, content, silent = [], once = [] } = plan;
  const columns = [...key, ...content, ...silent, ...once, ...provenance].join(', ');
  const match = key.map((column) => `target.${column} = stage.${column}`).join(' and ');
  const isNewer = `${tuple('target', provenance)} < ${tuple('stage', provenance)}`;
  // The same row again says something else when it is replayed under another configuration.
  const isNewerOrAgain = `${tuple('target', provenance)} <= ${tuple('stage', provenance)}`;
  const assign = (names: readonly string[]) => names.map((column) => `${column} = stage.${column}`).join(', ');
  return {
    insertNew: `
      insert into ${table} (${columns})
      select ${columns}
      from ${stage}
      on conflict do nothing`,
    updateChanged: `
      update ${table} as target
      set ${assign([...content, ...silent, ...provenance])}
      from ${stage} as stage
      where ${match}
        and ${isNewerOrAgain}
        and ${tuple('target', content)} is distinct from ${tuple('stage', content)}`,
    advanceUnchanged: `
      update ${table} as target
      set ${assign([...silent, ...provenance])}
      from ${stage} as stage
      where ${match}
        and ${isNewer}`,
  };
}

function tuple(alias: string, columns: readonly string[]): string {
  return `(${columns.map((column) => `${alias}.${column}`).join(', ')})`;
}
