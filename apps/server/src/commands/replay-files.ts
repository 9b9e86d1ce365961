import type { Loaded } from '../config/config.ts';
import { replayFiles } from '../feeds/replay.ts';
import { describeReport } from '../feeds/report.ts';
import type { Outcome } from './outcome.ts';
import { say } from './say.ts';
import { withImporter } from './with-importer.ts';

export interface ReplayCommand {
  readonly name: 'replay';
  /** The name of one file; all files whose rows are kept when it is left out. */
  readonly file: string | undefined;
}

const noneKept = 'No file has rows that are still kept.';
const notKept = 'There is no such file whose rows are still kept.';

/**
 * Reads kept rows once more under today's configuration and rules, one printed line per file. Not good when the file that was
 * named is not kept: its name may be mistyped.
 */
export async function replayKeptFiles({ file }: ReplayCommand, loaded: Loaded): Promise<Outcome> {
  let isFound = true;
  const outcome = await withImporter(loaded, async (importer) => {
    const reports = await replayFiles(importer, file, (report) => {
      for (const line of describeReport(report)) say(line);
    });
    isFound = reports.length > 0;
    return reports;
  });
  if (!isFound) process.stderr.write(`${file === undefined ? noneKept : notKept}\n`);
  return { ...outcome, isGood: outcome.isGood && (isFound || file === undefined) };
}
