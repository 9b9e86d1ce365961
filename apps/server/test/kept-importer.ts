import { Importer, type ImporterOptions } from '../src/feeds/importer.ts';
import { storeOperators } from '../src/modules/settings/operators.service.ts';

type Options = Pick<ImporterOptions, 'databaseUrl' | 'operators' | 'mediumKey' | 'stopMaps'>;

/** The importer that was used last, if its work is done. */
let kept: { importer: Importer; key: string } | undefined;

/**
 * Runs `work` with an importer. The next work with the same options gets the same importer, as the next file of a delivery does: a
 * new connection plans every statement again, which takes twice as long as to import a few rows.
 */
export async function withImporter<Result>(
  options: Options,
  work: (importer: Importer) => Promise<Result>,
): Promise<Result> {
  const key = JSON.stringify(options);
  const importer = await takeImporter(key, options);
  const result = await work(importer).catch(async (error: unknown) => {
    await importer.close();
    throw error;
  });
  // The files of stop maps are read when an importer is opened, and a test may change them.
  if (kept !== undefined || importer.isClosed || options.stopMaps?.length) await importer.close();
  else kept = { importer, key };
  return result;
}

async function takeImporter(key: string, options: Options): Promise<Importer> {
  if (kept?.key === key) {
    const { importer } = kept;
    kept = undefined;
    // A test may have emptied the table of operators.
    await storeOperators(importer.client, options.operators);
    return importer;
  }
  await closeKeptImporter();
  return await Importer.open(options);
}

/** To be called before a database is removed, and before a test counts its connections. */
export async function closeKeptImporter(): Promise<void> {
  const importer = kept?.importer;
  kept = undefined;
  await importer?.close();
}
