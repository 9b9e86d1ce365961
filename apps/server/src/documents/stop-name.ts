import { stopIdOf } from '@tapfolio/domain/stop-id.ts';
import type { DocumentsMessages } from '@tapfolio/locales/generated/keys.ts';
import type { Translate } from '@tapfolio/locales/translator.ts';
import { cutName } from './cut-name.ts';

/** A stop as a PDF prints it. */
export const stopName = (name: string | null, t: Translate<DocumentsMessages>): string =>
  cutName(wholeStopName(name, t));

/** A stop with its whole name; a number alone gets a word before it, as on the page. */
export function wholeStopName(name: string | null, t: Translate<DocumentsMessages>): string {
  if (name === null) return t('receiptdoc.unknownPlace');
  const id = stopIdOf(name);
  return id === undefined ? name : t('receiptdoc.stopNumbered', { id });
}
