import type pg from 'pg';
import { copyLine, copyRows } from '../../database/copy.ts';
import { copyQuarantine, insertQuarantined } from '../import.queries.ts';
import { shownRows } from '../report.ts';
import type { DeliveredRow, Quarantine, QuarantinedRow } from './canonical.ts';

/** Sets rows of one file aside with their reason; the file is loaded without them. */
export class FileQuarantine implements Quarantine {
  readonly #client: pg.ClientBase;
  readonly #fileId: number;
  /** The first rows that were set aside. */
  readonly shown: QuarantinedRow[] = [];
  /** How many rows were set aside for each reason. */
  readonly reasons = new Map<string, number>();
  /** How many rows of the file itself were set aside. */
  size = 0;

  constructor(client: pg.ClientBase, fileId: number) {
    this.#client = client;
    this.#fileId = fileId;
  }

  /** Sets rows aside that were read. */
  async add(rows: readonly QuarantinedRow[]): Promise<void> {
    this.size += rows.length;
    this.#tell(rows);
    await copyRows(this.#client, copyQuarantine, rows, (row) =>
      copyLine([this.#fileId, row.line, row.reason, row.detail]),
    );
  }

  /** Sets staged rows aside. They may be rows of other files: trips that an earlier file made, or pieces. They may be set aside again. */
  async addStaged(rows: readonly DeliveredRow[], reason: string): Promise<void> {
    if (rows.length === 0) return;
    const isOwn = ({ file_id: fileId }: DeliveredRow) => fileId === this.#fileId;
    this.size += rows.filter(isOwn).length;
    this.#tell(
      rows.map((row) => ({ line: row.line_number, reason, detail: isOwn(row) ? null : 'a line of another file' })),
    );
    const [files, lines] = [rows.map(({ file_id }) => file_id), rows.map(({ line_number }) => line_number)];
    await insertQuarantined(this.#client, { files, lines, reason });
  }

  #tell(rows: readonly QuarantinedRow[]): void {
    for (const { reason } of rows) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    this.shown.push(...rows.slice(0, shownRows - this.shown.length));
  }
}
