import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { enghouse } from '@tapfolio/server/src/feeds/enghouse/format.ts';
import { gtfs } from '@tapfolio/server/src/feeds/gtfs/format.ts';
import { importFile } from '@tapfolio/server/src/feeds/import-deliveries.ts';
import { importFolder } from '@tapfolio/server/src/feeds/import-folder.ts';
import { Importer } from '@tapfolio/server/src/feeds/importer.ts';
import { productFiles } from '@tapfolio/server/src/feeds/products/format.ts';
import type { FileReport } from '@tapfolio/server/src/feeds/report.ts';
import type { RunningServer } from '@tapfolio/server/src/main.ts';
import { type Delivery, type Entity, entities, stampOf, writeDelivery } from '../back-office/enghouse-files.ts';
import type { BankControls } from '../bank/bank-controls.ts';
import { originalsOf } from '../bank/originals.ts';
import { gtfsDirectory } from '../city/network.ts';

export interface DeliveryOptions {
  bank: BankControls;
  seededAt: number;
  /** A temporary folder for the files that the importers read. */
  deliveries: string;
}

/** The files in the portal's own formats. */
const ownFiles: readonly Entity[] = ['products', 'sales', 'cards'];

/** Imports a delivery with the product's importers, as if the back office had sent it. */
export async function bringIn(importer: Importer, options: DeliveryOptions, delivery: Delivery): Promise<void> {
  const folder = options.deliveries;
  rmSync(folder, { recursive: true, force: true });
  writeDelivery(folder, stampOf(options.seededAt), delivery);
  for (const entity of entities) {
    const place = path.join(folder, entity);
    const format = ownFiles.includes(entity) ? productFiles : enghouse;
    if (existsSync(place)) check(await importFolder(importer, place, { format }));
  }
  await options.bank.remember(originalsOf(delivery));
  rmSync(folder, { recursive: true, force: true });
}

/** Loads the timetable of the city. */
export async function bringInTimetable(importer: Importer): Promise<void> {
  check([await importFile(importer, { formats: [gtfs], path: gtfsDirectory })]);
}

/** A row that the importers set aside is a mistake in the demo. */
function check(reports: FileReport[]): void {
  for (const { name, status, reason, quarantined } of reports) {
    if (status === 'imported' || status === 'unchanged') {
      if (quarantined.length === 0) continue;
      throw new Error(`${name}:${quarantined[0]?.line} of the demo was set aside: ${quarantined[0]?.reason}`);
    }
    throw new Error(`${name} of the demo was ${status}: ${reason ?? 'no reason given'}`);
  }
}

/** Opens an importer of the product, runs `work` with it and closes it. */
export async function withImporter<Result>(
  server: RunningServer,
  work: (importer: Importer) => Promise<Result>,
): Promise<Result> {
  const { config, secrets } = server.context;
  const options = { databaseUrl: server.databaseUrl, operators: config.operators, mediumKey: secrets.mediumKey };
  const importer = await Importer.open(options);
  try {
    return await work(importer);
  } finally {
    await importer.close();
  }
}
