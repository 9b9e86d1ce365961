import { expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { buildApp, type HttpRole } from '../app.ts';
import { authRole } from '../roles/auth.ts';
import { createLogger } from './logger.ts';

const failingRole: HttpRole = async (app) => {
  app.get('/failing/bug', () => {
    throw Object.assign(new Error('it broke'), { client: { password: 'hunter2-of-the-database' } });
  });
};
const { context } = await createTestApp([authRole]);
const lines: string[] = [];
const logger = createLogger({ production: true }, { write: (line) => void lines.push(line) });
const app = await buildApp(context, [authRole, failingRole], logger);

const secrets = {
  email: 'marker@example.org',
  password: 'marker-password-marker',
  token: `marker${'a'.repeat(37)}`,
  srid: 'MARKER12345678',
};

it('writes one line of JSON per call, with trace id and pattern, and no address, token, reference or password', async () => {
  const base = '/public/api/v1/auth';
  const headers = { 'x-trace': traceHeader(), cookie: `__Host-session=${secrets.token}` };
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url: base + url, payload, headers });
  const registration = { ...secrets, cardName: 'marker', amountMinor: 1, consentVersion: 'x', language: 'en_CA' };

  await post('/sessions', secrets);
  await post('/registrations', registration);
  await post('/registrations', { ...registration, consentVersion: context.config.consent.version });
  await post('/user/password_reset', secrets);
  await post('/user/password_reset_confirm', { reset_token: secrets.token, new_password: secrets.password });
  await app.inject({ url: `${base}/user/password_rules?token=${secrets.token}`, headers });
  await app.inject({ url: `/public/${secrets.token}/${secrets.srid}`, headers });
  await app.inject({ url: '/failing/bug', headers });

  const answered = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'answered');
  expect(answered.map(({ route, status }) => [route, status])).toEqual([
    [`${base}/sessions`, 403],
    [`${base}/registrations`, 409],
    [`${base}/registrations`, 422],
    [`${base}/user/password_reset`, 202],
    [`${base}/user/password_reset_confirm`, 410],
    [`${base}/user/password_rules`, 410],
    ['unknown', 404],
    ['/failing/bug', 500],
  ]);
  expect(answered.every(({ traceId }) => /^[0-9a-f-]{36}$/.test(traceId))).toBe(true);
  expect(lines.join('')).toContain('it broke');
  expect(lines.join('')).not.toMatch(/marker|MARKER|hunter2/);
});

it.each([
  ['a parser', () => JSON.parse('marker') as unknown],
  ['a parser of something long', () => JSON.parse(`{"a":"${'b'.repeat(50)}"} 'marker" or more`) as unknown],
])('leaves out the input that %s quotes in its message', (_what, parse) => {
  const written: string[] = [];
  const own = createLogger({ production: true }, { write: (line) => void written.push(line) });

  try {
    parse();
  } catch (error) {
    own.error({ err: error }, 'unexpected failure');
  }

  expect(written.join('')).toContain('SyntaxError');
  expect(written.join('')).not.toContain('marker');
});

it.each([
  'invalid input syntax for type bigint: "marker"',
  'syntaxe en entrée invalide pour le type bigint : « marker »',
  'ungültige Eingabesyntax für Typ bigint: »marker«',
  'nieprawidłowa składnia wejścia dla typu bigint: „marker”',
])('leaves out the value that the database quotes, in the language of its messages: %s', (message) => {
  const written: string[] = [];
  const own = createLogger({ production: true }, { write: (line) => void written.push(line) });

  own.error({ err: Object.assign(new Error(message), { code: '22P02' }) }, 'unexpected failure');

  expect(written.join('')).toContain(message.slice(0, 10));
  expect(written.join('')).not.toContain('marker');
});
