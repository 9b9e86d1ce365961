import { textOnlyReason } from '@tapfolio/contracts/answered-codes.ts';
import { contract, operatorCalls } from '@tapfolio/contracts/contract.ts';
import { type Call, tagOf } from '@tapfolio/contracts/define-call.ts';
import { fieldCode, thingOf } from '@tapfolio/contracts/errors/field-codes.ts';
import { type SystemCode, systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { receiveProviderLogout } from '@tapfolio/contracts/single-sign-on.ts';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp } from '../build-app.ts';
import { callNames, operatorCallNames, partsOf, requestOf, soundBody, soundParams } from '../call-requests.ts';
import { buildApiKey } from '../factories/api-keys.ts';
import { buildCard } from '../factories/cards.ts';
import { traceHeader } from '../trace-header.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { app, pool, signIn } = testApp;
const { headers: operatorHeaders } = await buildApiKey({ ...testApp.context, pool });
const raised = new Set<SystemCode>();

type Parts = Parameters<typeof requestOf>[1];

/** What the answer says about each field, by the codes of the catalogue. */
async function codesOf(name: string, parts: Parts, keyHeader?: object): Promise<Record<string, SystemCode>> {
  const { method, url, headers, body } = requestOf(name, parts);
  return await codesIn({
    method,
    url,
    headers: {
      ...(keyHeader ?? headers),
      ...(name in operatorCalls ? operatorHeaders : await passengerHeaders()),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  });
}

async function codesIn(request: InjectOptions): Promise<Record<string, SystemCode>> {
  const response = await app.inject(request);
  const codes: Record<string, SystemCode> = response.json().error.details.codes;
  for (const code of Object.values(codes)) raised.add(code);
  return codes;
}

async function passengerHeaders() {
  const { cookie, passengerId } = await signIn();
  await buildCard(pool, { passenger_id: passengerId, card_id: 1 });
  return { cookie, 'x-trace': traceHeader() };
}

const calls: Readonly<Record<string, Call>> = { ...contract, ...operatorCalls };
const names = [...callNames, ...operatorCallNames];
const tagOfName = (name: string) => {
  const call = calls[name];
  return call && tagOf(call);
};
const withBody = names.filter((name) => partsOf(name).body?.properties !== undefined);
const withQuery = names.filter((name) => checkedFields(name).length > 0);
const withParams = names.filter((name) => partsOf(name).params !== undefined);
const withKey = names.filter((name) => requestOf(name).headers['idempotency-key'] !== undefined);

const params = soundParams;

/** Fails for the fields of a call of which `field-codes.ts` does not say what they are about. */
function expectKnown(fields: readonly string[], tag: string | undefined): void {
  const unknown = fields.filter((field) => thingOf(field, tag) === undefined);
  expect({ 'add these fields to contracts/src/errors/field-codes.ts': unknown }).toEqual({
    'add these fields to contracts/src/errors/field-codes.ts': [],
  });
}

/** The fields of a query that do not accept any text. */
function checkedFields(name: string): string[] {
  return Object.keys(partsOf(name).query?.properties ?? {}).filter((field) => field !== 'token');
}

describe('a required field', () => {
  it.each(withBody)('has its code in the refusal when it is missing or wrong: %s [ERR-02]', async (name) => {
    const { properties = {}, required = [] } = partsOf(name).body ?? {};
    const tag = tagOfName(name);

    const missing = required.length > 0 ? await codesOf(name, { params, body: {} }) : {};
    const wrong = await codesOf(name, {
      params,
      body: Object.fromEntries(Object.keys(properties).map((field) => [field, [[]]])),
    });

    expect(missing).toEqual(Object.fromEntries(required.map((field) => [field, fieldCode(field, true, tag)])));
    expectKnown(Object.keys(properties), tag);
    for (const field of Object.keys(properties)) {
      // Of a list the value in it is wrong.
      const code = wrong[field] ?? wrong[`${field}.0`];
      if (required.includes(field) || code !== undefined) expect(code).toBe(fieldCode(field, false, tag));
    }
  });

  it.each(withQuery)('has its code in the refusal when it is in an address: %s [ERR-02]', async (name) => {
    const fields = checkedFields(name);
    const tag = tagOfName(name);
    const required = fields.filter((field) => partsOf(name).query?.required?.includes(field));

    const missing = required.length > 0 ? await codesOf(name, { params }) : {};
    const wrong = await codesOf(name, {
      params,
      query: Object.fromEntries(fields.map((field) => [field, 'x'.repeat(300)])),
    });

    expect(missing).toEqual(Object.fromEntries(required.map((field) => [field, fieldCode(field, true, tag)])));
    expectKnown(fields, tag);
    for (const field of fields) {
      if (wrong[field] !== undefined) expect(wrong[field]).toBe(fieldCode(field, false, tag));
    }
    expect(Object.keys(wrong)).not.toEqual([]);
  });
});

describe('a body', () => {
  it.each(withBody)(
    'is named by the code of the request when there is none, or another thing: %s [ERR-02]',
    async (name) => {
      const { missing, invalid } = systemCodes.request;

      const answers = [await codesOf(name, { params }), await codesOf(name, { params, body: [] })];

      expect(answers).toEqual([{ '': missing }, { '': invalid }]);
    },
  );
});

describe('a part of a path', () => {
  it.each(withParams)('has its code in the refusal when it is invalid: %s [ERR-02]', async (name) => {
    const parts = Object.keys(partsOf(name).params?.properties ?? {});

    const wrong = await codesOf(name, { params: Object.fromEntries(parts.map((part) => [part, 'none'])) });

    expectKnown(parts, tagOfName(name));
    for (const part of parts) expect(wrong[part]).toBe(fieldCode(part, false, tagOfName(name)));
  });
});

describe('the key of a call that acts once', () => {
  it.each(withKey)('has its code in the refusal when it is missing or wrong: %s [ERR-02]', async (name) => {
    const sound = { params, body: soundBody(name) };

    const missing = await codesOf(name, sound, {});
    const wrong = await codesOf(name, sound, { 'idempotency-key': 'short' });

    const { missing: none, invalid } = systemCodes.idempotencyKey;
    expect([missing, wrong]).toEqual([{ 'idempotency-key': none }, { 'idempotency-key': invalid }]);
  });
});

describe('the token by which the provider ends a session', () => {
  it('has its code in the refusal when it is missing or wrong [ERR-02]', async () => {
    const url = receiveProviderLogout.path;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async (payload: string) => await codesIn({ method: 'POST', url, headers, payload });

    const answers = [await send(''), await send(`logout_token=${'x'.repeat(9000)}`)];

    const { missing, invalid } = systemCodes.providerToken;
    expect(answers).toEqual([{ logout_token: missing }, { logout_token: invalid }]);
  });
});

describe('the catalogue', () => {
  it('lists as answered exactly the codes for fields that a call answers with [ERR-02]', () => {
    // Object.entries widens the keys of the table.
    const ofFields = Object.entries(systemCodes).flatMap(([, codes]) => [codes.missing, codes.invalid]);
    const answered = ofFields.filter((code) => textOnlyReason(code) === undefined);

    expect(answered.toSorted()).toEqual([...raised].toSorted());
  });
});
