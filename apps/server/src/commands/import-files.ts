import { importEnghouseFolder } from '../feeds/enghouse/import-folder.ts';
import { importGtfs } from '../feeds/gtfs/import-gtfs.ts';
import { Importer } from '../feeds/importer.ts';
import { describeReport, type FileReport, summarise } from '../feeds/report.ts';
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
  if (command.format === 'enghouse') return await importEnghouseFolder(importer, command.place, onFile);
  const report = await importGtfs(importer, command.place, { operatorCode: command.operator });
  onFile(report);
  return [report];
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
