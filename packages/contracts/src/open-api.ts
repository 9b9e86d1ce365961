import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';

/** Returns the OpenAPI document of all published calls. */
export const getOpenApi = defineCall({
  method: 'GET',
  path: '/public/api/v1/openapi.json',
  who: 'browser',
  answers: { 200: z.looseObject({ openapi: z.string() }) },
});

/** Returns the OpenAPI document of the calls for operators' own systems. */
export const getOperatorOpenApi = defineCall({
  method: 'GET',
  path: '/internal/api/v1/openapi.json',
  who: 'operator',
  scope: 'any',
  lane: 'none',
  tag: 'interface',
  summary: 'The calls for operators’ systems, as OpenAPI 3.1',
  answers: {
    200: z.looseObject({
      /** The version of OpenAPI. The other fields are those of an OpenAPI document. */
      openapi: z.string(),
    }),
  },
});
