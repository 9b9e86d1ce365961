import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';

/** The document of all published calls. */
export const getOpenApi = defineCall({
  method: 'GET',
  path: '/public/api/v1/openapi.json',
  who: 'browser',
  answers: { 200: z.looseObject({ openapi: z.string() }) },
});
