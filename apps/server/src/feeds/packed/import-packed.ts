import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Delivery } from '../delivered-files.ts';
import { RefusedFile } from '../refused-file.ts';
import { addUpWritten, type FileReport, idleReport } from '../report.ts';
import { unpack } from './unpack.ts';
import { makeUnpackFolder } from './unpack-folder.ts';

/** An archive that is to be unpacked. */
export interface Archive {
  readonly archive: string;
  /** What was delivered in it, by the folder that it was unpacked into. */
  readonly inside: (folder: string) => Promise<readonly Delivery[]>;
}

const format = 'archive';
/** The worst result of a file inside is the result of the archive. */
const worstFirst = ['failed', 'refused', 'imported', 'unchanged'] as const;

/**
 * Unpacks the archives among these deliveries into folders of our own and has everything imported by `importPlain`.
 * @returns a report for each, in their order; an archive tells of all its files in one.
 */
export async function importUnpacked(
  all: readonly (Delivery | Archive)[],
  importPlain: (deliveries: readonly Delivery[]) => Promise<FileReport[]>,
): Promise<FileReport[]> {
  const folders: string[] = [];
  try {
    const contents: (readonly Delivery[] | FileReport)[] = [];
    for (const one of all) contents.push('archive' in one ? await unpackInto(folders, one) : [one]);
    const deliveries = contents.flatMap((content) => ('status' in content ? [] : content));
    const imported = await importPlain(deliveries);
    const reports = new Map(deliveries.map((delivery, index) => [delivery, imported[index]]));
    return all.map((one, index) => {
      const content = contents[index];
      if (content === undefined) throw new Error('each delivery has its content');
      if ('status' in content) return content;
      const inside = content.flatMap((delivery) => reports.get(delivery) ?? []);
      return 'archive' in one ? together(path.basename(one.archive), inside) : onlyOne(inside);
    });
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

function onlyOne([report]: readonly FileReport[]): FileReport {
  if (!report) throw new Error('each delivery has a report');
  return report;
}

async function unpackInto(folders: string[], { archive, inside }: Archive): Promise<readonly Delivery[] | FileReport> {
  try {
    const folder = await makeUnpackFolder();
    folders.push(folder);
    await unpack(archive, folder);
    return await inside(folder);
  } catch (error) {
    const name = path.basename(archive);
    return error instanceof RefusedFile
      ? idleReport({ name, format, status: 'refused', reason: error.message })
      : idleReport({
          name,
          format,
          status: 'failed',
          reason: `it cannot be unpacked below ${os.tmpdir()} (TMPDIR): ${reasonOf(error)}`,
        });
  }
}

function together(name: string, reports: readonly FileReport[]): FileReport {
  const status = worstFirst.find((one) => reports.some((report) => report.status === one));
  if (status === undefined) return idleReport({ name, format, status: 'refused', reason: 'it holds no table' });
  const told = reports.filter(({ reason }) => reason !== undefined).map((report) => `${report.name}: ${report.reason}`);
  return {
    name,
    format,
    status,
    reason: told.length > 0 ? told.join('; ') : undefined,
    takenFrom: earliest(reports.flatMap(({ takenFrom }) => takenFrom ?? [])),
    ...addUpWritten(reports),
  };
}

function earliest(instants: readonly Date[]): Date | undefined {
  return instants.toSorted((one, other) => one.getTime() - other.getTime())[0];
}
