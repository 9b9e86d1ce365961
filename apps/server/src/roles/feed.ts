import { withPool } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { importerSettings } from '../feeds/importer-settings.ts';
import type { FileReport } from '../feeds/report.ts';
import { StopMaps } from '../feeds/stop-maps.ts';
import { Watcher } from '../feeds/watcher.ts';
import { storeOperators } from '../modules/settings/operators.service.ts';
import type { BackgroundRole } from './background-role.ts';

/**
 * Watches the inbox and imports the files of the back office. One line in the log per file.
 * @throws a sentence when a table of `feeds.stopMaps` cannot be used, and when an operator was given another code.
 */
export const feedRole: BackgroundRole = async ({ config, secrets, databases }, logger) => {
  // Each import reads them again; a wrong setting must stop the start, not the first delivery.
  await StopMaps.read(config.feeds.stopMaps, config.operators);
  // What the configuration says of operators is shown from now on, and not only once a file comes.
  const own = { url: urlOfPart(databases.url, 'feed'), poolSize: 1 };
  await withPool(own, async (pool) => await storeOperators(pool, config.operators));
  const watcher = new Watcher({
    databaseUrl: databases.url,
    ...importerSettings({ config, secrets }),
    inbox: config.feeds.inbox,
    archive: config.feeds.archive,
    pollMs: config.feeds.pollSeconds * 1000,
    onReport: (report) => logger[levelOf(report)](loggable(report), `feed file ${report.name}: ${report.status}`),
    onLong: (files, minutes) => logger.warn({ files, minutes }, 'an import takes long'),
    onError: (error) => logger.error({ err: error }, 'a round of the feed inbox failed'),
  });
  await watcher.start();
  return watcher;
};

function levelOf(report: FileReport): 'info' | 'warn' {
  return report.status === 'refused' || report.status === 'failed' || report.quarantined.length > 0 ? 'warn' : 'info';
}

/** Plain values: the logger cannot look into a `Counts`. */
function loggable({ counts, notes, reasons, ...report }: FileReport): object {
  const [said, told] = [Object.fromEntries(notes), Object.fromEntries(reasons)];
  return { ...report, counts: counts.toJSON(), notes: said, reasons: told };
}
