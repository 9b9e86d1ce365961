import { ApiError } from '../../lib/api-error.ts';

/** The question was deleted while the passenger looked at it, with its card. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'question_not_found';
