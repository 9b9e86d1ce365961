interface FareRow {
  readonly file_id: number;
  readonly line_number: number;
}

/** Delivered rows of fares whose trips have lost a text of their tap, in one transaction: they are to be read again. */
export class SilencedFares {
  readonly #lines = new Map<number, Set<number>>();

  add(rows: readonly FareRow[]): void {
    for (const { file_id: fileId, line_number: line } of rows)
      this.#lines.set(fileId, (this.#lines.get(fileId) ?? new Set()).add(line));
  }

  /** The lines of each file, once. */
  take(): { fileId: number; lines: number[] }[] {
    const taken = Array.from(this.#lines, ([fileId, lines]) => ({ fileId, lines: [...lines] }));
    this.#lines.clear();
    return taken;
  }
}
