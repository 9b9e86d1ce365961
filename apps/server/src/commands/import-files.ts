import { migrate } from '../database/migrate.ts';
import { importEnghouseFolder } from '../feeds/enghouse/import-folder.ts';
import { importGtfs } from '../feeds/gtfs/import-gtfs.ts';
import { Importer } from '../feeds/importer.ts';
import { describeReport, type FileReport, summarise } from '../feeds/report.ts';
import type { Loaded } from '../plugins/config.ts';
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
  const reports = await runImport(command, loaded);
  const isGood = !reports.some(({ status }) => status === 'refused' || status === 'failed');
  return { isGood, summary: summarise(reports) };
}

async function runImport(command: ImportCommand, { config, secrets }: Loaded): Promise<FileReport[]> {
  const database = await openDatabase(config);
  try {
    await migrate({ url: database.url });
    const importer = await Importer.open({
      databaseUrl: database.url,
      operators: config.operators,
      mediumKey: secrets.mediumKey,
    });
    const onFile = (report: FileReport) => process.stdout.write(`${describeReport(report)}\n`);
    try {
      if (command.format === 'enghouse') return await importEnghouseFolder(importer, command.place, onFile);
      const report = await importGtfs(importer, command.place, command.operator);
      onFile(report);
      return [report];
    } finally {
      await importer.close();
    }
  } finally {
    await database.stop();
  }
}
