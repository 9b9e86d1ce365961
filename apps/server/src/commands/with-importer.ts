import type { Loaded } from '../config/config.ts';
import { Importer } from '../feeds/importer.ts';
import { importerSettings } from '../feeds/importer-settings.ts';
import { type FileReport, summarise } from '../feeds/report.ts';
import { stopSignals } from '../lib/stop-on-signals.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { Outcome } from './outcome.ts';
import { withDatabase } from './with-database.ts';

/** Runs `work` with an importer that a signal closes. The outcome is not good if a file was refused or failed, or if a signal came. */
export async function withImporter(
  { config, secrets }: Loaded,
  work: (importer: Importer) => Promise<FileReport[]>,
): Promise<Outcome> {
  return await withDatabase(config, async (database) => {
    await prepareDatabase(database, { operators: config.operators, keys: secrets, parts: ['feed'] });
    const importer = await Importer.open({ databaseUrl: database.url, ...importerSettings({ config, secrets }) });
    const forget = stopOnSignals(importer);
    try {
      const reports = await work(importer);
      const isBad = reports.some(({ status }) => status === 'refused' || status === 'failed');
      return { isGood: !importer.isClosed && !isBad, summary: summarise(reports) };
    } finally {
      forget();
      await importer.close();
    }
  });
}

/** A signal ends the import, not the program, which has to stop the built-in database. A second signal ends the program. */
function stopOnSignals(importer: Importer): () => void {
  const stop = (signal: NodeJS.Signals) => {
    process.stderr.write(`Stopped by ${signal}. Nothing of an unfinished file was kept; run this again.\n`);
    importer.close().catch(() => {});
  };
  for (const signal of stopSignals) process.once(signal, stop);
  return () => {
    for (const signal of stopSignals) process.off(signal, stop);
  };
}
