import path from 'node:path';
import { isNotNow } from '../lib/not-now.ts';
import { importFile, importTogether, judgeDelivery } from './import-file.ts';
import type { Importer } from './importer.ts';
import type { Delivery } from './open-delivery.ts';
import { type FileReport, idleReport } from './report.ts';

/** Each of them is open until its transaction ends. */
const mostTogether = 100;

/**
 * Imports deliveries. Those of one export whose rows tell trips and payments in pieces come in one transaction: half of an
 * export would show trips without their payment, and call a fare unpaid that the other half says was paid.
 * @returns a report for each, in their order; a report tells what went wrong, so that the others get their turn.
 */
export async function importExports(importer: Importer, deliveries: readonly Delivery[]): Promise<FileReport[]> {
  const reports = new Map<Delivery, FileReport>();
  for (const together of await exportsOf(importer, deliveries)) {
    const written = await importOneExport(importer, together);
    for (const [index, delivery] of together.entries()) {
      const report = written[index];
      if (report) reports.set(delivery, report);
    }
  }
  return deliveries.flatMap((delivery) => reports.get(delivery) ?? []);
}

/** Puts together what is to be imported together; every other delivery is alone. */
async function exportsOf(importer: Importer, deliveries: readonly Delivery[]): Promise<Delivery[][]> {
  const [first] = deliveries;
  if (first && deliveries.length === 1) return [[first]];
  const together = new Map<string | Delivery, Delivery[]>();
  for (const delivery of deliveries) {
    const key = await exportOf(importer, delivery).catch(() => delivery);
    const known = together.get(key) ?? [];
    if (known.length < mostTogether) together.set(key, [...known, delivery]);
    else together.set(delivery, [delivery]);
  }
  return [...together.values()];
}

/** What deliveries that are imported together have in common; the delivery itself if it is imported alone. */
async function exportOf(importer: Importer, delivery: Delivery): Promise<string | Delivery> {
  const { format, found } = await judgeDelivery(importer, delivery);
  return 'refusal' in found || !format.assembler ? delivery : `${format.name} ${found.exportedAt}`;
}

/**
 * One bad file never stops the others: what cannot be written together is written one by one. What fails for the moment only is
 * not taken apart: all of it waits for the next time.
 */
async function importOneExport(importer: Importer, deliveries: readonly Delivery[]): Promise<FileReport[]> {
  if (deliveries.length > 1) {
    try {
      return await importTogether(importer, deliveries);
    } catch (error) {
      if (isNotNow(error)) return deliveries.map((delivery) => failed(delivery, error));
    }
  }
  const reports: FileReport[] = [];
  for (const delivery of deliveries) reports.push(await importAlone(importer, delivery));
  return reports;
}

async function importAlone(importer: Importer, delivery: Delivery): Promise<FileReport> {
  return await importFile(importer, delivery).catch((error: unknown) => failed(delivery, error));
}

function failed({ name, path: place, formats }: Delivery, error: unknown): FileReport {
  const format = formats[0]?.name ?? '';
  return idleReport({ name: name ?? path.basename(place), format, status: 'failed', reason: String(error) });
}
