import { tagOf } from '@tapfolio/contracts/define-call.ts';
import type { ErrorBody } from '@tapfolio/contracts/error-body.ts';
import { fieldCode } from '@tapfolio/contracts/errors/field-codes.ts';
import { type SystemCode, systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import pg from 'pg';
import { AppError } from '../lib/app-error.ts';
import { comeBackSeconds } from '../lib/come-back.ts';
import { failedWork } from '../lib/sql.ts';
import { isTemporary } from '../lib/temporary-failures.ts';
import { usualMethods } from './allowed-methods.ts';
import { isCallBelow } from './call-kind.ts';
import { noteRefusal } from './declared-refusals.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** Fastify's own refusals, in our words. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: '0101',
  FST_ERR_CTP_INVALID_JSON_BODY: '0102',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: '0102',
  FST_ERR_BAD_URL: '0102',
};

/** Every failure leaves as the one error shape (ERR-01): a code and the trace id, never a stack, a sentence or SQL. */
export const errorsPlugin = fastifyPlugin(
  (app) => {
    app.setErrorHandler((error: FastifyError, request, reply) => answerRefusal(error, request, reply));
    app.setNotFoundHandler(answerUnrouted);
  },
  { name: 'errors', dependencies: ['allowed-methods', 'security-headers'] },
);

/** A path that takes other methods says which (RFC 9110 section 15.5.6); any other is not found. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const taken = request.server.methodsOf(request.url.split('?', 1)[0] ?? '');
  if (taken.includes(request.method) || (taken.length === 0 && usualMethods.includes(request.method)))
    return answerRefusal(new AppError(systemCodes.request.unknown), request, reply);
  const allowed = taken.length > 0 ? taken : usualMethods;
  return answerRefusal(new AppError('method_not_allowed'), request, reply.header('allow', allowed.join(', ')));
}

/**
 * A path that cannot be decoded is refused before any hook runs. A browser that followed a broken link is shown the error page
 * (NAV-04); a call gets the error shape.
 */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  setSecurityHeaders(request, reply);
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
  if (isPage && !isCallBelow('/public/', request)) return void reply.redirect(pathOf('error'));
  answerRefusal(error, request, reply);
}

/** Answers a failure; `more` gives fields that one call's specification wants beside `error`. */
export function answerRefusal(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  more?: (refusal: AppError) => Record<string, unknown>,
): FastifyReply {
  const refusal = judgeFailure(error, request);
  if (isForNow(refusal)) void reply.header('retry-after', retryAfterSeconds(refusal));
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      ...(refusal.details === undefined ? {} : { details: refusal.details }),
      traceId: request.id,
    },
    ...more?.(refusal),
  };
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The answer to a failure. The failure is in the log then. */
export function judgeFailure(error: FastifyError | AppError, request: FastifyRequest): AppError {
  const refusal = toRefusal(error, request);
  if (refusal.status === 500 && !(error instanceof AppError)) request.log.error({ err: error }, 'unexpected failure');
  else if (refusal.cause !== undefined && refusal.status === 503) logOutage(refusal, request);
  else request.log.info({ code: refusal.code }, 'refused');
  noteRefusal(request, refusal.code);
  return refusal;
}

/** In an outage every call fails for the same cause: it is logged in full once a second. */
const outageLineMs = 1000;
let lastOutageLine = Number.NEGATIVE_INFINITY;

function logOutage({ code, cause }: AppError, request: FastifyRequest): void {
  const now = performance.now();
  if (now - lastOutageLine < outageLineMs) request.log.info({ code }, 'refused');
  else {
    lastOutageLine = now;
    request.log.warn({ code, err: cause }, 'refused for now');
  }
}

function toRefusal(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error, request);
  const known = frameworkCodes[error.code];
  if (known !== undefined) return new AppError(known, undefined, { cause: error });
  // A caller who leaves before their request is whole breaks a connection, too; that is not an outage.
  if (isTemporary(error) && error !== request.raw.errored)
    return new AppError('unavailable', undefined, { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('0102', undefined, { cause: error });
  return new AppError(bugCode(error), undefined, { cause: error });
}

/** For an unexpected failure. If a statement failed, the code tells whether it was to read or to change something. */
function bugCode(error: Error): ErrorCode {
  const work = error instanceof pg.DatabaseError ? failedWork(error) : undefined;
  return work === undefined ? systemCodes.request.internal : `db_cannot_${work}`;
}

/** 0101 when something mandatory is missing, else 0102; `details` name each path of the body or query, its fault and its code. */
function fromValidation(error: FastifyError, request: FastifyRequest): AppError {
  const given = partOf(request, error.validationContext);
  const { call } = request.routeOptions.config;
  const tag = call && tagOf(call);
  const fields: Record<string, string> = {};
  const codes: Record<string, SystemCode> = {};
  let missing = false;
  for (const fault of error.validation ?? []) {
    const path = fault.instancePath.replaceAll('/', '.').replace(/^\./, '');
    const isMissing = valueAt(given, fault.instancePath) === undefined;
    fields[path] ??= fault.keyword;
    codes[path] ??= fieldCode(path, isMissing, tag);
    missing ||= isMissing;
  }
  return new AppError(missing ? '0101' : '0102', { fields, codes }, { cause: error });
}

function partOf(request: FastifyRequest, context: FastifyError['validationContext']): unknown {
  return context === 'querystring' ? request.query : request[context ?? 'body'];
}

/** The value at this path (`/list/0/name`); undefined if there is none. */
function valueAt(given: unknown, path: string): unknown {
  const steps = path.split('/').filter(Boolean);
  return steps.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    given,
  );
}

/** Refusals after which the same call may succeed later; a lock is one if it says when it ends. */
function isForNow({ status, details }: AppError): boolean {
  return status === 503 || status === 429 || details?.retryAfterSeconds !== undefined;
}

function retryAfterSeconds(refusal: AppError): string {
  const seconds = refusal.details?.retryAfterSeconds;
  return String(typeof seconds === 'number' ? seconds : comeBackSeconds());
}
