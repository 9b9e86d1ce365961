import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Loaded } from '../config/config.ts';
import { type Delivery, findFiles, isPacked } from '../feeds/delivered-files.ts';
import type { Format } from '../feeds/format.ts';
import { formatNamed, formats } from '../feeds/formats.ts';
import { importDeliveries } from '../feeds/import-deliveries.ts';
import { importFolder } from '../feeds/import-folder.ts';
import type { Importer } from '../feeds/importer.ts';
import type { Archive } from '../feeds/packed/import-packed.ts';
import { describeReport, type FileReport, type OnProgress } from '../feeds/report.ts';
import { isMissing } from '../lib/is-missing.ts';
import { reasonOf } from '../lib/reason-of.ts';
import type { Outcome } from './outcome.ts';
import { say, spelled } from './say.ts';
import { withImporter } from './with-importer.ts';
import { assertUsage } from './wrong-usage.ts';

export interface ImportCommand {
  readonly name: 'import';
  readonly format: Format;
  readonly place: string;
  readonly operator: string | undefined;
}

/**
 * Reads a format, a folder or file, and `--operator CODE`; undefined for other words.
 * @throws WrongUsage for an unknown format, and for an operator beside one whose files name their operators.
 */
export function readImportCommand(
  [format, place, ...more]: string[],
  { operator }: { readonly operator?: string | undefined },
): ImportCommand | undefined {
  if (!place || more.length > 0) return undefined;
  const known = formatNamed(format ?? '');
  assertUsage(known !== undefined, `There is no format ${format}. There are ${namesOf(formats)}.`);
  const hasOperator = formats.filter(({ folder }) => folder);
  assertUsage(
    operator === undefined || hasOperator.includes(known),
    `--operator is possible with ${namesOf(hasOperator)} only. Other files name their operators.`,
  );
  return { name: 'import', format: known, place, operator };
}

const namesOf = (some: readonly Format[]) => some.map(({ name }) => name).join(', ');

/** Imports a folder or file, one printed line per file. Not good where nothing was found: the folder may be mistyped, or its files called otherwise. */
export async function importFiles(command: ImportCommand, loaded: Loaded): Promise<Outcome> {
  let isFound = true;
  const outcome = await withImporter(loaded, async (importer) => {
    const reports = await importPlace(importer, command);
    isFound = reports.length > 0 || importer.isClosed;
    return reports;
  });
  if (!isFound) process.stderr.write(`${spelled(await nothingIn(await findPlace(command.place)))}\n`);
  return { ...outcome, isGood: outcome.isGood && isFound };
}

/** What lies in a folder without files to import. */
async function nothingIn(place: string): Promise<string> {
  const entries = (await stat(place)).isDirectory()
    ? await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
    : [];
  const others = entries.flatMap((entry) => (entry.isDirectory() ? [] : entry.name)).toSorted();
  const instead =
    others.length > 0 ? `; other files there: ${others.length}, such as ${others[0]}` : ', and no other file';
  return `There is no file to import in ${place}${instead}. Files are read whose names end with ${readNames} and do not begin with a dot.`;
}

const readNames = '.csv, .txt, .tsv, .psv, .zip or .gz';

async function importPlace(importer: Importer, command: ImportCommand): Promise<FileReport[]> {
  const { format } = command;
  const onFile = (report: FileReport) => {
    for (const line of describeReport(report)) say(line);
  };
  const place = await findPlace(command.place);
  if (format.folder) {
    const reports = await importDeliveries(importer, [wholeOf(place, command)]);
    for (const report of reports) onFile(report);
    return reports;
  }
  return await importFolder(importer, place, { format, onFile, onProgress: progressOnTerminal() });
}

/** The place as one delivery, or as the archive of one. */
function wholeOf(place: string, { format, operator: operatorCode }: ImportCommand): Delivery | Archive {
  const delivery: Delivery = { formats: [format], path: place, operatorCode };
  if (!isPacked(place)) return delivery;
  return {
    archive: place,
    inside: async (folder) => {
      for (const inside of new Set((await findFiles(folder)).map((file) => path.dirname(file.path)))) {
        if ((await format.listFiles(inside)).length === 0) continue;
        return [{ ...delivery, path: inside, name: path.basename(place) }];
      }
      return [];
    },
  };
}

/** The named place, or what a link leads to: an administrator may read any file. @throws a sentence. */
async function findPlace(place: string): Promise<string> {
  return await realpath(place).catch((error: unknown) => {
    const named = path.resolve(place);
    if (isMissing(place)) throw new Error(`There is no file or folder ${named} (no such file or directory)`);
    throw new Error(`${named} cannot be read: ${reasonOf(error)}`);
  });
}

const progressEveryMs = 2000;

/** Says every two seconds how much of a file has been read, in one line of the terminal. Undefined if there is no terminal. */
function progressOnTerminal(): OnProgress | undefined {
  if (!process.stderr.isTTY) return undefined;
  const startedAt = performance.now();
  let reportedAt = startedAt;
  return ({ name, readBytes, sizeBytes, file, files }) => {
    const now = performance.now();
    if (now - reportedAt < progressEveryMs && readBytes < sizeBytes) return;
    reportedAt = now;
    const percent = Math.floor((readBytes / Math.max(sizeBytes, 1)) * 100);
    const read = ` (${file} of ${files}): ${percent} %, ${Math.round((now - startedAt) / 1000)} s`;
    // Only the last row of a line that the terminal has broken could be written over. Some terminals do not tell their width.
    const room = (process.stderr.columns || Number.POSITIVE_INFINITY) - 1 - read.length;
    process.stderr.write(`\r\u001B[K${shortened(spelled(name), room)}${read}`);
    if (readBytes >= sizeBytes) process.stderr.write('\r\u001B[K');
  };
}

function shortened(name: string, room: number): string {
  return name.length <= room ? name : `${name.slice(0, Math.max(room - 1, 0))}…`;
}
