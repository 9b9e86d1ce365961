import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { importEnghouseFolder } from '../feeds/enghouse/import-folder.ts';
import { findFiles } from '../feeds/find-files.ts';
import { importGtfs } from '../feeds/gtfs/import-gtfs.ts';
import { Importer } from '../feeds/importer.ts';
import { importPacked } from '../feeds/packed/import-packed.ts';
import { isPacked } from '../feeds/packed/unpack.ts';
import { describeReport, type FileReport, type OnProgress, summarise } from '../feeds/report.ts';
import type { Loaded } from '../plugins/config.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { openDatabase } from './open-database.ts';
import type { Outcome } from './outcome.ts';

export interface ImportCommand {
  readonly name: 'import';
  readonly format: 'enghouse' | 'gtfs';
  readonly place: string;
  readonly operator: string | undefined;
}

/** Imports a folder or file, one printed line per file. Not good when a file was refused or failed. */
export async function importFiles(command: ImportCommand, loaded: Loaded): Promise<Outcome> {
  const { reports, isStopped } = await runImport(command, loaded);
  const isGood = !isStopped && !reports.some(({ status }) => status === 'refused' || status === 'failed');
  return { isGood, summary: summarise(reports) };
}

interface Run {
  reports: FileReport[];
  isStopped: boolean;
}

async function runImport(command: ImportCommand, { config, secrets }: Loaded): Promise<Run> {
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database, { operators: config.operators, keys: secrets, parts: ['feed'] });
    const importer = await Importer.open({
      databaseUrl: database.url,
      operators: config.operators,
      mediumKey: secrets.mediumKey,
      referenceLengths: config.statementReference.lengths,
    });
    const forget = stopOnSignals(importer);
    try {
      const reports = await importPlace(importer, command);
      return { reports, isStopped: importer.isClosed };
    } finally {
      forget();
      await importer.close();
    }
  } finally {
    await database.stop();
  }
}

async function importPlace(importer: Importer, command: ImportCommand): Promise<FileReport[]> {
  const onFile = (report: FileReport) => process.stdout.write(`${describeReport(report)}\n`);
  const place = await findPlace(command.place);
  if (command.format === 'enghouse') return await importEnghouseFolder(importer, place, onFile, progressOnTerminal());
  const { operator: operatorCode } = command;
  const report = isPacked(place)
    ? await importPacked(place, async (folder) => {
        const [table] = (await findFiles(folder)).filter((file) =>
          /^(stops|routes)\.txt$/.test(path.basename(file.path)),
        );
        return table
          ? [await importGtfs(importer, path.dirname(table.path), { operatorCode, name: path.basename(place) })]
          : [];
      })
    : await importGtfs(importer, place, { operatorCode });
  onFile(report);
  return [report];
}

/** The place that was named, a link followed: whoever types the command may say what is read. @throws in plain words. */
async function findPlace(place: string): Promise<string> {
  return await realpath(place).catch(() => {
    throw new Error(`There is no file or folder ${path.resolve(place)} (no such file or directory)`);
  });
}

const progressEveryMs = 2000;

/** Says every two seconds how far a file has come, on the line that standard error is not kept of; nothing elsewhere. */
function progressOnTerminal(): OnProgress | undefined {
  if (!process.stderr.isTTY) return undefined;
  const startedAt = performance.now();
  let saidAt = startedAt;
  return ({ name, readBytes, sizeBytes, file, files }) => {
    const now = performance.now();
    if (now - saidAt < progressEveryMs && readBytes < sizeBytes) return;
    saidAt = now;
    const percent = Math.floor((readBytes / Math.max(sizeBytes, 1)) * 100);
    process.stderr.write(
      `\r\u001B[K${name} (${file} of ${files}): ${percent} %, ${Math.round((now - startedAt) / 1000)} s`,
    );
    if (readBytes >= sizeBytes) process.stderr.write('\r\u001B[K');
  };
}

/** A signal ends the import, not the program: the built-in database has to be stopped. A second one ends both. */
function stopOnSignals(importer: Importer): () => void {
  const stop = (signal: NodeJS.Signals) => {
    process.stderr.write(
      `Stopped by ${signal}. A file that was not finished is as if it had not come; run this again.\n`,
    );
    importer.close().catch(() => {});
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
