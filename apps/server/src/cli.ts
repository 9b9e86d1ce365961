import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { importEnghouseFolder } from './feeds/enghouse/import-folder.ts';
import { importGtfs } from './feeds/gtfs/import-gtfs.ts';
import { Importer } from './feeds/importer.ts';
import { describeReport, type FileReport, summarise } from './feeds/report.ts';
import { type Config, ConfigError, type Loaded, loadConfig } from './plugins/config.ts';

const usage = `Usage: npm run cli -- <command>

  import enghouse <folder or file>                Taps, fares, payments and transactions of an Enghouse back office
  import gtfs <folder or file> [--operator CODE]  Stops and lines; without CODE, those of the home operator

Options
  --config FILE  The configuration (default: TAPFOLIO_CONFIG, else config/bilingual.json)
  --help         This text

The database is DATABASE_URL's, else the built-in one below the data directory (TAPFOLIO_DATA, default .data), also
while the server runs. A file that was imported before has no effect. The last line printed is JSON.

Exit code: 0 when every file was imported or had been before, 1 when a file was refused or failed, 2 for wrong usage.
`;

interface Command {
  format: 'enghouse' | 'gtfs';
  place: string;
  operator: string | undefined;
  config: string | undefined;
}

/** What was asked for; `undefined` when the usage should be shown. @throws TypeError for options nobody knows. */
function readCommand(args: string[]): Command | 'help' | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, operator: { type: 'string' }, config: { type: 'string' } },
  });
  if (values.help) return 'help';
  const [verb, format, place, ...more] = positionals;
  if (verb !== 'import' || !place || more.length > 0) return undefined;
  if (format !== 'enghouse' && format !== 'gtfs') return undefined;
  return { format, place, operator: values.operator, config: values.config };
}

async function openDatabase(config: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  return await startEmbeddedPostgres({
    dataDirectory: path.join(config.dataDirectory, 'postgres'),
    onNotice: (sentence) => process.stderr.write(`${sentence}\n`),
  });
}

async function runImport(command: Command, { config, secrets }: Loaded): Promise<FileReport[]> {
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

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`);
}

async function main(args: string[]): Promise<number> {
  let command: ReturnType<typeof readCommand>;
  try {
    command = readCommand(args);
  } catch (error) {
    complain(error);
    return 2;
  }
  if (command === 'help' || command === undefined) {
    (command ? process.stdout : process.stderr).write(usage);
    return command ? 0 : 2;
  }
  try {
    const reports = await runImport(command, loadConfig(command.config));
    process.stdout.write(`${JSON.stringify(summarise(reports))}\n`);
    return reports.some(({ status }) => status === 'refused' || status === 'failed') ? 1 : 0;
  } catch (error) {
    complain(error);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
