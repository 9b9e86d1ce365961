import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from '../apps/server/src/config/config.schema.ts';
import { alarmKinds } from '../apps/server/src/modules/alarms/alarms.service.ts';
import { throttleRules } from '../apps/server/src/modules/throttles/throttle-rules.ts';
import { jobPayloads } from '../apps/server/src/queue/catalogue.ts';
import { permissionEntries } from '../packages/contracts/src/permissions.ts';
import { root } from './lib/run-tool.ts';

/** Entries of lists that no code uses any more. The tools that find unused exports do not look inside a list. */

/** The sources of server and page, and the rules that both share, without comments, tests and these files. */
function sources({ without, beside = [] }: { without: string; beside?: readonly string[] }): string {
  const exclude = [without, '**/generated/**', '**/*.test.{ts,tsx}'];
  const folders = ['apps/server', 'apps/web', 'packages/domain', ...beside].join(',');
  const files = globSync(`{${folders}}/src/**/*.{ts,tsx}`, { cwd: root, exclude });
  return files.map((file) => uncommented(readFileSync(path.join(root, file), 'utf8'))).join('\n');
}

const uncommented = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm, '');
const isIn = (text: string) => (name: string) => new RegExp(`\\b${name}\\b`).test(text);
const isQuotedIn = (text: string) => (name: string) => text.includes(`'${name}'`);

/** For editors, which check and complete the file with it. */
const ofEditors = '$schema';

/** The names of all settings: `host` of `http.host`. */
function settingsOf(schema: z.core.JSONSchema.JSONSchema): string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const parts = [...Object.values(properties), items, additionalProperties].flat();
  const deeper = parts.filter((part) => typeof part === 'object').flatMap(settingsOf);
  return [...Object.keys(properties), ...deeper];
}

test('every setting is read', () => {
  const settings = settingsOf(z.toJSONSchema(configSchema, { io: 'input' }));
  const reading = isIn(sources({ without: 'apps/server/src/config/config.{schema,money,operator}.ts' }));

  expect(settings).toEqual(expect.arrayContaining(['idleSeconds', 'vatRates', 'withinDays']));
  expect(settings.filter((name) => name !== ofEditors && !reading(name))).toEqual([]);
});

test('every limit of attempts is applied', () => {
  const rules = 'apps/server/src/modules/throttles/throttle-rules.ts';
  const own = uncommented(readFileSync(path.join(root, rules), 'utf8')).replace(/^ {2}\w+: \{ \.\.\..*/gm, '');
  const applied = isIn(own + sources({ without: rules }));

  expect(Object.keys(throttleRules).filter((name) => !applied(name))).toEqual([]);
});

test('every kind of alarm is raised', () => {
  const raised = isIn(sources({ without: 'apps/server/src/modules/alarms/alarms.service.ts' }));

  expect(alarmKinds.filter((kind) => !raised(kind))).toEqual([]);
});

test('every permission is needed by a call or a screen', () => {
  const beside = ['packages/contracts', 'packages/locales'];
  const needed = isQuotedIn(sources({ without: 'packages/contracts/src/permissions.ts', beside }));

  expect(permissionEntries.filter((entry) => !needed(entry))).toEqual([]);
});

test('every mail is asked for', () => {
  // The writer of a mail names it too. A function of the database asks for the mails of the travel side.
  const writers = 'apps/server/src/{queue/catalogue,jobs/*.job,modules/*/*-{mail,mails},modules/card-news/send-*}.ts';
  const schema = readFileSync(path.join(root, 'db/schema.sql'), 'utf8');
  const asked = isQuotedIn(sources({ without: writers }) + schema);
  const mails = jobPayloads['send-mail'].options.flatMap(({ shape: { mail } }) =>
    'options' in mail ? mail.options : [...mail.values],
  );

  expect(mails).toEqual(expect.arrayContaining(['registration', 'card-claim-void', 'mail-code-on']));
  expect(mails.filter((mail) => !asked(mail))).toEqual([]);
});
