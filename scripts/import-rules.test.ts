import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findBrokenRules } from './lib/import-rules.ts';
import { findMisplaced } from './lib/places.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-rules-'));
afterAll(() => rmSync(root, { recursive: true }));

/** What the rules say of a tree of these files; a file that is only imported is made. */
async function problemsIn(files: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(path.join(root, 'tree-'));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
    writeFileSync(path.join(tree, name), text);
  };
  for (const [name, text] of Object.entries(files)) {
    const target = /'(\.[^']+)'/.exec(text)?.[1];
    if (target !== undefined) write(path.join(path.dirname(name), target), 'export const x = 1;');
  }
  for (const [name, text] of Object.entries(files)) write(name, text);
  return await findBrokenRules(tree, [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? ''))]);
}

describe('who may import whom', () => {
  it.each([
    ['domain', 'packages/domain/src/a.ts', "import { readFileSync } from 'node:fs';"],
    ['embedded-postgres', 'packages/embedded-postgres/src/a.ts', "import { x } from '../../domain/src/x.ts';"],
    ['layers', 'packages/domain/src/a.ts', "import { x } from '../../contracts/src/x.ts';"],
    ['layers', 'packages/contracts/src/a.ts', "import { x } from '../../locales/src/x.ts';"],
    ['packages', 'packages/contracts/src/a.ts', "import { x } from '../../../apps/web/src/lib/x.ts';"],
    ['features', 'apps/web/src/features/cards/components/a.tsx', "import { x } from '../../trips/api/x.ts';"],
    ['features', 'apps/web/src/features/cards/a.tsx', "const x = () => import('../trips/api/x.ts');"],
    ['layers', 'apps/web/src/lib/a.ts', "import type { x } from '../ui/x.ts';"],
    ['layers', 'apps/web/src/ui/button.tsx', "import { x } from '../features/cards/x.ts';"],
    ['layers', 'apps/web/src/passenger/a.ts', "import { x } from '../features/cards/x.ts';"],
    ['layers', 'apps/web/src/features/cards/a.ts', "import { x } from '../../app/router.ts';"],
    ['web', 'apps/web/src/lib/a.ts', "import { x } from '../../../server/src/lib/x.ts';"],
    ['server', 'apps/server/src/main.ts', "import { x } from '../../../demo/people/people.ts';"],
    ['server', 'apps/server/src/main.ts', "import { x } from '../test/build-app.ts';"],
    ['layers', 'apps/server/src/lib/a.ts', "import { x } from '../modules/cards/cards.service.ts';"],
    ['layers', 'apps/server/src/gate/a.ts', "import { x } from '../modules/users/users.service.ts';"],
    ['layers', 'apps/server/src/modules/users/a.ts', "import { x } from '../../sign-in/x.ts';"],
    ['layers', 'apps/server/src/modules/cards/a.ts', "import { x } from '../../jobs/send-mail.job.ts';"],
    ['layers', 'apps/server/src/jobs/a.job.ts', "import { x } from '../roles/worker.ts';"],
    ['queries', 'apps/server/src/modules/cards/a.ts', "import { x } from '../trips/trips.queries.ts';"],
    ['queries', 'apps/server/src/sign-in/a.ts', "import { x } from '../modules/users/users.queries.ts';"],
    ['no-barrel', 'packages/domain/src/all.ts', "export * from './money.ts';"],
    ['no-index', 'apps/web/src/ui/a.ts', "import { x } from './button/index.ts';"],
  ])('refuses by %s in %s: %s', async (rule, name, text) => {
    const problems = await problemsIn({ [name]: text });

    expect(problems).toContainEqual(expect.stringContaining(`(${rule})`));
  });

  it.each([
    ['apps/web/src/app/routes/a.tsx', "import { x } from '../../features/cards/x.ts';"],
    ['apps/web/src/features/cards/a.ts', "import { x } from '../../passenger/x.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from '../trips/trips.service.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from './cards.queries.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from '../../queue/catalogue.ts';"],
    ['apps/server/src/sign-in/a.ts', "import { x } from '../modules/users/users.service.ts';"],
  ])('allows in %s: %s', async (name, text) => {
    expect(await problemsIn({ [name]: text })).toEqual([]);
  });

  it('refuses circles of files, of types too', async () => {
    const problems = await problemsIn({
      'packages/domain/src/a.ts': "import type { B } from './b.ts';\nexport type A = B;",
      'packages/domain/src/b.ts': "import type { A } from './a.ts';\nexport type B = A | 1;",
    });

    expect(problems).toContainEqual(expect.stringContaining('(circle)'));
  });

  it('refuses circles of folders where no files form one', async () => {
    const problems = await problemsIn({
      'apps/server/src/modules/users/a.ts': "import { x } from '../sessions/x.ts';",
      'apps/server/src/modules/sessions/a.ts': "import type { x } from '../users/y.ts';",
    });

    expect(problems).toContainEqual(expect.stringContaining('(circle-of-folders)'));
    expect(problems).not.toContainEqual(expect.stringContaining('(circle)'));
  });
});

describe('what may be done where on the server', () => {
  it.each([
    ['modules/cards/cards.service.ts', "const text = 'select id from cards';", 'SQL'],
    ['feeds/writer.ts', `const text = \`insert into \${table} values (1)\`;`, 'SQL'],
    ['modules/a/a.service.ts', 'const now = new Date();', 'time of day'],
    ['modules/cards/cards.sql.ts', "export const find = statement({ text: 'select id from cards' });", 'runs'],
    ['feeds/writer/trips.sql.ts', "const run = workStatement('a', 'select');", 'runs'],
  ])('refuses in %s: %s', (name, text, rule) => {
    expect(findMisplaced(`apps/server/src/${name}`, text)).toEqual([expect.stringContaining(rule)]);
  });

  it.each([
    ['modules/cards/cards.queries.ts', "const text = 'select id from cards';"],
    [
      'modules/cards/cards.sql.ts',
      'export const tryStatements = (table: string) => ({ find: statement({ text: table }) });',
    ],
    ['modules/cards/cards.service.ts', "const text = 'Select a card';"],
    ['modules/a/a.service.ts', "const then = new Date('2026-01-01');"],
  ])('allows in %s: %s', (name, text) => {
    expect(findMisplaced(`apps/server/src/${name}`, text)).toEqual([]);
  });
});
