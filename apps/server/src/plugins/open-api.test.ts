import { closingReasons } from '@tapfolio/contracts/closing-reasons.ts';
import { operatorCalls } from '@tapfolio/contracts/contract.ts';
import { refundReasons } from '@tapfolio/domain/refund-reasons.ts';
import { expect, test } from 'vitest';
import { testConfig } from '../../test/build-app.ts';
import { unsaidIn } from '../../test/undescribed-fields.ts';
import { describeCalls } from '../describe-calls.ts';
import { operationsOf } from './open-api.parts.ts';

const { passengers, operators } = await describeCalls({ config: testConfig() });
const everyCall = [...operationsOf(passengers), ...operationsOf(operators)];

const callNamed = (name: string) => everyCall.find(({ operationId }) => operationId === name);
const parameterOf = (call: string, wanted: string) => callNamed(call)?.parameters?.find(({ name }) => name === wanted);

test('says of every call who may make it, and which header proves that our page makes it', () => {
  expect(everyCall.filter((call) => !('security' in call))).toEqual([]);
  const traced = operationsOf(passengers).filter(({ responses = {} }) =>
    JSON.stringify(responses['403'] ?? '').includes('cross_site_request'),
  );
  expect(traced.length).toBeGreaterThan(30);
  for (const { operationId = '' } of traced)
    expect(parameterOf(operationId, 'x-trace')).toMatchObject({ required: true });
  expect(JSON.stringify(operators)).not.toContain('x-trace"');
});

test('says when a refused call may be made again', () => {
  for (const { responses = {} } of everyCall)
    for (const status of ['429', '503'])
      if (status in responses) expect(responses[status]?.headers).toMatchObject({ 'Retry-After': { required: true } });
});

test('says of a number in an address what it may be, and what is meant without it', () => {
  const limit = { type: 'integer', minimum: 1, maximum: 1000, default: 20 };

  expect(parameterOf('listTrips', 'limit')).toMatchObject({ required: false, schema: limit });
  expect(parameterOf('getCard', 'cardId')?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 2_147_483_647 });
});

test('lets a later release add a field to an answer', () => {
  expect(JSON.stringify([passengers, operators])).not.toContain('"additionalProperties":false');
});

test.each([
  ['passengers', passengers],
  ['operators', operators],
])('says what each field means that %s send or get, itself or with its type', (_, document) => {
  expect({ 'add a comment to these in packages/contracts/src': unsaidIn(document) }).toEqual({
    'add a comment to these in packages/contracts/src': [],
  });
});

test('shows the example of each call that an operator makes about a thing of its own', () => {
  const about = Object.entries(operatorCalls).filter(([, { scope }]) => scope !== 'any');
  for (const [name, { answers, example }] of about) {
    const { requestBody, responses = {} } = callNamed(name) ?? {};
    const answer = responses[Object.keys(answers)[0] ?? ''];

    expect(answer?.content?.['application/json']?.example, name).toBe(example?.answer ?? 'an example');
    expect(requestBody?.content?.['application/json']?.example, name).toBe(example?.body);
  }
});

test('names no file of our sources', () => {
  expect(JSON.stringify([passengers, operators]).match(/[\w/.-]+\.ts\b/g)).toBeNull();
});

test('says how long the server remembers a key', () => {
  expect(parameterOf('requestRefund', 'idempotency-key')?.description).toContain('seven days');
});

test.each([
  ['requestRefund', refundReasons],
  ['closeAccount', closingReasons],
])('names every reason that %s knows', (call, reasons) => {
  const { reason } = callNamed(call)?.requestBody?.content?.['application/json']?.schema?.properties ?? {};

  expect(reasons.filter((known) => reason?.description?.includes(`\`${known}\``) !== true)).toEqual([]);
});
