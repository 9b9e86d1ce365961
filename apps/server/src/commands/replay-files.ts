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

/** Reads kept rows once more under today's configuration and rules, one printed line per file. */
export async function replayKeptFiles({ file }: ReplayCommand, loaded: Loaded): Promise<Outcome> {
  return await withImporter(loaded, async (importer) => {
    const reports = await replayFiles(importer, file, (report) => {
      say(describeReport(report));
    });
    if (reports.length === 0) process.stderr.write('There is no such file whose rows are still kept.\n');
    return reports;
  });
}
