import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { traceHeader } from '../../test/trace-header.ts';
import type { HttpRole } from '../app.ts';
import { AppError } from '../lib/app-error.ts';
import { statement } from '../lib/sql.ts';
import { authRole } from '../roles/auth.ts';
import { actAs } from './context.ts';

/** Statements that PostgreSQL refuses, one for each purpose of a statement. */
const broken = {
  read: statement({ name: 'broken.read', text: 'select from nowhere for no key update' }),
  insert: statement({ name: 'broken.insert', text: 'insert into nowhere values (1)' }),
  update: statement({ name: 'broken.update', text: 'update nowhere set secrets = 1' }),
  delete: statement({ name: 'broken.delete', text: 'delete from nowhere' }),
};

/** Routes that fail in the ways in which a handler can fail. */
const failingRole: HttpRole = async (app) => {
  app.get('/failing/bug', () => {
    throw new Error('select * from secrets');
  });
  actAs(app, 'portal');
  app.get('/failing/database', async () => await app.context.pool.query('select nothing from nowhere'));
  for (const [work, run] of Object.entries(broken))
    app.get(`/failing/${work}`, async () => await run(app.context.pool));
  app.get('/failing/refused', () => {
    throw new AppError('unavailable', { retryAfterSeconds: 7 });
  });
  app.get('/failing/lost', () => {
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
  });
};
const { app } = await createTestApp([authRole, failingRole]);

describe('every failure', () => {
  it.each([
    ['/failing/bug', 500, 'TM0001'],
    ['/failing/database', 500, 'TM0001'],
    ['/failing/read', 500, 'db_cannot_read'],
    ['/failing/insert', 500, 'db_cannot_insert'],
    ['/failing/update', 500, 'db_cannot_update'],
    ['/failing/delete', 500, 'db_cannot_delete'],
    ['/failing/lost', 503, 'unavailable'],
    ['/failing/refused', 503, 'unavailable'],
    ['/public/api/v1/auth/nothing-here', 404, 'TM0004'],
    ['/public/api/v1/auth/user/get_settings', 401, 'unauthenticated'],
    ['/public/%', 400, '0102'],
  ])('[ERR-01] of %s leaves as a code and a trace id and nothing else', async (url, status, code) => {
    const response = await app.inject({ url });

    const { error, ...rest } = response.json();
    expect(response.statusCode).toBe(status);
    expect(rest).toEqual({});
    expect(error).toMatchObject({ code, traceId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).not.toMatch(/select|secrets|nowhere|node_modules|\.ts:/);
  });

  it('[ERR-01] carries the trace id of its header', async () => {
    const response = await app.inject({ url: '/failing/bug' });

    expect(response.json().error.traceId).toBe(response.headers['x-trace-id']);
  });

  it('says when to come back', async () => {
    expect((await app.inject({ url: '/failing/refused' })).headers['retry-after']).toBe('7');
  });

  it.each([
    ['nothing', {}, '0101'],
    ['one field of two', { email: 'a@b.example' }, '0101'],
    ['a wrong kind', { email: 7, password: 'x' }, '0102'],
    ['null', { email: null, password: 'x' }, '0102'],
  ])('tells what is missing from what is wrong: %s', async (_what, payload, code) => {
    const headers = { 'x-trace': traceHeader() };

    const response = await app.inject({ method: 'POST', url: '/public/api/v1/auth/sessions', headers, payload });

    expect(response.json().error.code).toBe(code);
  });

  it('names every wrong field by its path', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/public/api/v1/auth/registrations',
      headers: { 'x-trace': traceHeader() },
      payload: { email: 'no address', amountMinor: 1.5 },
    });

    const { code, details } = response.json().error;
    expect(code).toBe('0101');
    expect(Object.keys(details.fields).sort()).toEqual([
      'amountMinor',
      'cardName',
      'consentVersion',
      'email',
      'language',
      'password',
      'srid',
    ]);
  });
});
