import { contract, operatorCalls } from '@tapfolio/contracts/contract.ts';
import { type Call, isKeyed } from '@tapfolio/contracts/define-call.ts';
import { type Operation, operationsOf, type Parameter } from './open-api.parts.ts';

/** Adds the headers that calls need beside their shapes, and those that tell a caller more than the body does. */
export function withHeaders<Document extends object>(document: Document): Document {
  for (const operation of operationsOf(document)) {
    const call = calls.get(operation.operationId ?? '');
    if (call === undefined) continue;
    if (needsTrace(call)) operation.parameters = [...(operation.parameters ?? []), trace];
    for (const parameter of operation.parameters ?? [])
      if (parameter.name === 'idempotency-key') parameter.description = keyMeaning;
    addAnswerHeaders(operation, call);
  }
  return document;
}

const calls = new Map<string, Call>([...Object.entries<Call>(contract), ...Object.entries<Call>(operatorCalls)]);

/** As the guard of requests asks for it (`request-guard.ts`). */
function needsTrace({ method, path, refuses = [] }: Call): boolean {
  return path.startsWith('/public/') && (method !== 'GET' || refuses.includes('cross_site_request'));
}

const trace: Parameter = {
  name: 'x-trace',
  in: 'header',
  required: true,
  description:
    'The base64 of any text, a dot, and the SHA-256 of that base64 in hexadecimal. The page sends a JSON object with the name of its screen. A page of another site cannot send the header.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}\\.[0-9a-f]{64}$', maxLength: 512 },
};

const keyMeaning =
  'A name that you make up for one act, such as a UUID. A call with the same key and the same body is the same act: it changes nothing more and gets the first answer again. The server remembers a key for seven days.';

function addAnswerHeaders({ responses = {} }: Operation, call: Call): void {
  for (const [status, answer] of Object.entries(responses)) {
    if (status === '429' || status === '503') answer.headers = retryAfter;
    if (Number(status) < 300 && isKeyed(call)) answer.headers = replayed;
  }
}

const retryAfter = {
  'Retry-After': {
    required: true,
    description: 'Seconds after which the call may be made again.',
    schema: { type: 'integer', minimum: 1 },
  },
};
const replayed = {
  'Idempotency-Replayed': {
    description: 'Only in an answer that was given before to the same key.',
    schema: { const: 'true' },
  },
};
