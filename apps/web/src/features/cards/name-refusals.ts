import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/errors.ts';
import type { Refusal } from '../../ui/use-form.ts';

const nameCodes: readonly string[] = ['user_card_name_not_unique', 'card_name_is_card_number', '0102'];

/** A refusal that is about the name lands on its field. */
export function nameRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || !nameCodes.includes(error.code)) return undefined;
  return { fields: { name: errorText(error) } };
}
