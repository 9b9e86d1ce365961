import type { Loaded } from '../config/config.ts';
import type { ImporterOptions } from './importer.ts';

type Settings = Required<
  Pick<ImporterOptions, 'operators' | 'mediumKey' | 'referenceLengths' | 'stopMaps' | 'travelMonths'>
>;

/** What every importer takes from the configuration, whoever opens it. */
export function importerSettings({ config, secrets }: Loaded): Settings {
  const { operators, statementReference, feeds, retention } = config;
  const { mediumKey } = secrets;
  const { travelMonths } = retention;
  return { operators, mediumKey, referenceLengths: statementReference.lengths, stopMaps: feeds.stopMaps, travelMonths };
}
