import { stopIdOf } from '@tapfolio/domain/stop-id.ts';
import type { DocumentsMessages } from '@tapfolio/locales/generated/keys.ts';
import type { Translate } from '@tapfolio/locales/translator.ts';

/** A stop as a receipt prints it; a number alone gets a word before it, as on the page. */
export function stopName(name: string | null, t: Translate<DocumentsMessages>): string {
  if (name === null) return t('receiptdoc.unknownPlace');
  const id = stopIdOf(name);
  return id === undefined ? name : t('receiptdoc.stopNumbered', { id });
}
