import type { Reader } from '../../lib/form-check.ts';

const prefix = 'keepPasskey:';

/** The name of the box that keeps a passkey. */
export const keepFieldOf = (passkeyId: string): string => `${prefix}${passkeyId}`;

/** Reads which boxes of a form are ticked. */
export const keptPasskeyIds: Reader<string[]> = (_, typed) => ({
  value: Object.keys(typed).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
});
