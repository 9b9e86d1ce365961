import { ApiError } from '../../lib/api-error.ts';

/** What the server still asks for after the right password: the code of a mail, or a new password. */
export type NextStep =
  | { readonly is: 'code'; readonly ticket: string }
  | { readonly is: 'change'; readonly token: string };

/** Reads the next step from a refusal; `undefined` if the sign-in itself was refused. */
export function nextStepOf(error: unknown): NextStep | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { ticket, resetToken } = error.details;
  if (error.code === 'second_factor_required' && typeof ticket === 'string') return { is: 'code', ticket };
  if (error.code === 'password_change' && typeof resetToken === 'string') return { is: 'change', token: resetToken };
  return undefined;
}
