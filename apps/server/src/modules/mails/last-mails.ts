import { isLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { z } from 'zod';
import { seal, unseal } from '../../lib/sealing.ts';
import type { Using } from '../../plugins/context.ts';

const recipientShape = z.strictObject({ to: z.string(), language: z.custom<Locale>(isLocale) });

/** An address that no table has any more, and the language of its owner. */
export type LastRecipient = z.output<typeof recipientShape>;

/** Makes the recipient of a last mail unreadable in the queue; it leaves the queue with the job. */
export function sealRecipient({ keys }: Using<'keys'>, { to, language }: LastRecipient): string {
  return seal(keys.lastMails, JSON.stringify({ to, language }));
}

/** Reads what `sealRecipient` made. */
export function unsealRecipient({ keys }: Using<'keys'>, sealed: string): LastRecipient {
  return recipientShape.parse(JSON.parse(unseal(keys.lastMails, sealed)));
}
