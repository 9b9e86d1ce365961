import { randomUUID } from 'node:crypto';
import { type CallName, contract } from '@tapfolio/contracts/contract.ts';
import { fieldCode, thingOf } from '@tapfolio/contracts/errors/field-codes.ts';
import { type SystemCode, systemCodes, systemEntries } from '@tapfolio/contracts/errors/system-codes.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { callNames, partsOf, requestOf } from '../../test/call-requests.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { authRole } from '../roles/auth.ts';
import { portalRole } from '../roles/portal.ts';

const { app, pool, signIn } = await createTestApp([authRole, portalRole]);
const raised = new Set<SystemCode>();

/** What the answer says of each field; the codes are those of the catalogue. */
async function codesOf(name: CallName, parts: Parameters<typeof requestOf>[1]): Promise<Record<string, SystemCode>> {
  const { cookie, passengerId } = await signIn();
  await buildCard(pool, { passenger_id: passengerId, card_id: 1 });
  const { method, url, body } = requestOf(name, parts);
  const headers = {
    cookie,
    'x-trace': traceHeader(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
  const codes: Record<string, SystemCode> = response.json().error.details.codes;
  for (const code of Object.values(codes)) raised.add(code);
  return codes;
}

const withBody = callNames.filter((name) => partsOf(name).body?.properties !== undefined);
const withQuery = callNames.filter((name) => checkedFields(name).length > 0);

/** A card that is there, and for everything else an id that fits. */
const params = new Proxy<Record<string, unknown>>({}, { get: (_, name) => (name === 'cardId' ? 1 : randomUUID()) });

const withParams = callNames.filter((name) => partsOf(name).params !== undefined);

/** The fields of a query that are not any text whatever. */
function checkedFields(name: CallName): string[] {
  return Object.keys(partsOf(name).query?.properties ?? {}).filter((field) => field !== 'token' && field !== 'domain');
}

describe('a field that a call wants', () => {
  it.each(withBody)('is named by its code when it is missing or wrong: %s [ERR-02]', async (name) => {
    const { properties = {}, required = [] } = partsOf(name).body ?? {};
    const { tag } = contract[name];

    const missing = await codesOf(name, { params, body: {} });
    const wrong = await codesOf(name, {
      params,
      body: Object.fromEntries(Object.keys(properties).map((field) => [field, [[]]])),
    });

    expect(missing).toEqual(Object.fromEntries(required.map((field) => [field, fieldCode(field, true, tag)])));
    for (const field of Object.keys(properties)) {
      expect(thingOf(field, tag), field).not.toBe('request');
      if (required.includes(field) || wrong[field] !== undefined)
        expect(wrong[field]).toBe(fieldCode(field, false, tag));
    }
  });

  it.each(withQuery)('is named by its code in an address: %s [ERR-02]', async (name) => {
    const fields = checkedFields(name);

    const wrong = await codesOf(name, {
      params,
      query: Object.fromEntries(fields.map((field) => [field, 'x'.repeat(300)])),
    });

    for (const field of fields)
      if (wrong[field] !== undefined) expect(wrong[field]).toBe(fieldCode(field, false, contract[name].tag));
    expect(Object.keys(wrong)).not.toEqual([]);
  });
});

describe('a part of a path', () => {
  it.each(withParams)('is named by its code when it is none: %s [ERR-02]', async (name) => {
    const names = Object.keys(partsOf(name).params?.properties ?? {});

    const wrong = await codesOf(name, { params: Object.fromEntries(names.map((part) => [part, 'none'])) });

    for (const part of names) expect(wrong[part]).toBe(fieldCode(part, false, contract[name].tag));
  });
});

describe('the catalogue', () => {
  it('lists as answered exactly the faults of fields that a call answers with [ERR-02]', () => {
    // Object.entries widens the keys of the table.
    const ofFields = Object.entries(systemCodes).flatMap(([, codes]) => [codes.missing, codes.invalid]);
    const answered = ofFields.filter((code) => systemEntries[code].textOnly === undefined);

    expect(answered.toSorted()).toEqual([...raised].toSorted());
  });
});
