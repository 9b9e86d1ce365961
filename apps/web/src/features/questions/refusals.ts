import { ApiError } from '../../lib/api-error.ts';

/** The question was deleted while the passenger looked at it, with its card. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'question_not_found';

/** The passenger has an open question about the same trip or payment, from another tab or device. */
export const isAskedAlready = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'question_already_open';
