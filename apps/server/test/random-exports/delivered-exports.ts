import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Operator } from '../../src/config/config.operator.ts';
import type { Format } from '../../src/feeds/format.ts';
import { importDeliveries, importFile } from '../../src/feeds/import-deliveries.ts';
import { Importer } from '../../src/feeds/importer.ts';
import { replayFiles } from '../../src/feeds/replay.ts';
import { mediumKey } from '../feed-fixture.ts';
import { writePsv } from '../littlepay-feed.ts';

type Row = Readonly<Record<string, string | number | null>>;

interface Export {
  readonly format: Format;
  readonly separator: string;
  /** The rows of each entity: one file each. */
  readonly files: Readonly<Record<string, readonly Row[]>>;
}

interface ExportedFile {
  readonly path: string;
  readonly formats: readonly Format[];
}

/** The files of some exports, each export a minute newer than the one before. */
export class DeliveredExports {
  readonly files: ExportedFile[] = [];
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-exports-'));
  #exports = 0;

  /** The time of the next export. */
  get nextAt(): string {
    return new Date(Date.UTC(2025, 9, 20, 4, this.#exports)).toISOString();
  }

  write({ format, separator, files }: Export): void {
    const name = this.nextAt.slice(0, 16).replaceAll(/\D/g, '');
    this.#exports += 1;
    for (const [entity, rows] of Object.entries(files)) {
      const file = writePsv(path.join(this.#folder, name), `${name}_${entity}.csv`, rows, separator);
      this.files.push({ path: file, formats: [format] });
    }
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

interface Into {
  readonly url: string;
  readonly operators: Operator[];
}

/** Imports files in one order or another, all into one database. */
export class FileImports {
  readonly #into: Into;
  #importer: Promise<Importer> | undefined;

  constructor(into: Into) {
    this.#into = into;
  }

  /** Each file by itself. */
  async oneByOne(files: readonly ExportedFile[]): Promise<void> {
    const importer = await this.#open();
    for (const file of files) await importFile(importer, file);
  }

  /** All files that have come at once. */
  async together(files: readonly ExportedFile[]): Promise<void> {
    const reports = await importDeliveries(await this.#open(), files);
    for (const { status, reason } of reports) if (status === 'failed') throw new Error(reason);
  }

  /** Loses the connection before that statement of the import of a file, as if the process was killed. Returns whether it came so far. */
  async cutOff(file: ExportedFile, statement: number): Promise<boolean> {
    const importer = await this.#open();
    const send = importer.client.query.bind(importer.client);
    let sent = 0;
    importer.client.query = ((...query: Parameters<typeof send>) => {
      sent += 1;
      if (sent === statement) importer.client.connection.stream.destroy();
      return send(...query);
    }) as typeof send;
    const isCut = await importFile(importer, file).then(
      () => false,
      () => true,
    );
    await this.close();
    return isCut;
  }

  /** Reads the kept rows of all files again. */
  async replay(): Promise<void> {
    const reports = await replayFiles(await this.#open(), undefined, () => {});
    for (const { status, reason } of reports) if (status === 'failed') throw new Error(reason);
  }

  async close(): Promise<void> {
    const importer = await this.#importer;
    this.#importer = undefined;
    await importer?.close().catch(() => {});
  }

  async #open(): Promise<Importer> {
    const { url, operators } = this.#into;
    this.#importer ??= Importer.open({ databaseUrl: url, operators, mediumKey });
    return await this.#importer;
  }
}
