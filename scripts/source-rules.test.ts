import { describe, expect, it } from 'vitest';
import { checkCycles, checkLayers } from './lib/source-rules/layers.ts';
import { checkBarrels, checkPlaces } from './lib/source-rules/places.ts';
import { readSource } from './lib/source-rules/source-file.ts';

const source = (name: string, text: string) => readSource('', name, text);

describe('who may import whom', () => {
  it.each([
    ['packages/domain/src/a.ts', "import { z } from 'zod';"],
    ['packages/domain/src/a.ts', "import { readFileSync } from 'node:fs';"],
    ['packages/contracts/src/a.ts', "import { x } from '@tapfolio/locales/x.ts';"],
    ['apps/web/src/features/cards/components/a.tsx', "import { x } from '../../trips/api/x.ts';"],
    ['apps/web/src/features/cards/components/a.tsx', "const x = () => import('../../trips/api/x.ts');"],
    ['apps/web/src/ui/button.tsx', "import { x } from '../features/cards/x.ts';"],
    ['apps/web/src/lib/a.ts', "import { x } from '../ui/button.tsx';"],
    ['apps/web/src/ui/button.tsx', "import { x } from '../passenger/session.ts';"],
    ['apps/web/src/passenger/a.ts', "import { x } from '../features/cards/x.ts';"],
    ['apps/web/src/features/cards/a.ts', "import { x } from '../../app/router.ts';"],
    ['apps/web/src/lib/a.ts', "import { x } from '../../../server/src/lib/x.ts';"],
    ['apps/web/src/lib/a.ts', "import { x } from '@tapfolio/server/src/lib/x.ts';"],
    ['apps/server/src/main.ts', "import { x } from '@tapfolio/demo/people/people.ts';"],
    ['apps/server/src/main.ts', "import { x } from '../../../demo/people/people.ts';"],
    ['apps/server/src/lib/a.ts', "import { x } from '../modules/cards/cards.service.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from '../trips/trips.queries.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from '../../jobs/collect-debt.job.ts';"],
    ['apps/server/src/jobs/a.job.ts', "import { x } from '../roles/worker.ts';"],
  ])('refuses in %s: %s', (name, text) => {
    expect(checkLayers(source(name, text))).toHaveLength(1);
  });

  it.each([
    ['packages/contracts/src/a.ts', "import { x } from '@tapfolio/domain/x.ts'; import { z } from 'zod';"],
    ['apps/web/src/app/routes/a.tsx', "import { x } from '../../features/cards/x.ts';"],
    ['apps/web/src/features/cards/api/a.ts', "import { x } from '@tanstack/react-query';"],
    ['apps/web/src/features/cards/a.ts', "import { x } from '../../passenger/session.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from '../trips/trips.service.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from '../../queue/catalogue.ts';"],
    ['apps/server/src/modules/cards/a.ts', "import { x } from './cards.queries.ts';"],
  ])('allows in %s: %s', (name, text) => {
    expect(checkLayers(source(name, text))).toEqual([]);
  });

  it('finds circles of values and leaves circles of types alone', () => {
    const circle = [
      source('packages/domain/src/a.ts', "import { b } from './b.ts';"),
      source('packages/domain/src/b.ts', "import { a } from './a.ts';"),
    ];
    const types = [
      source('packages/domain/src/a.ts', "import type { b } from './b.ts';"),
      source('packages/domain/src/b.ts', "import { a } from './a.ts';"),
    ];

    expect(checkCycles(circle)).toHaveLength(1);
    expect(checkCycles(types)).toEqual([]);
  });
});

describe('what may be done where', () => {
  it.each([
    ['apps/server/src/modules/cards/cards.service.ts', "const text = 'select id from cards';", 'SQL'],
    ['apps/server/src/feeds/writer.ts', `const text = \`insert into \${table} values (1)\`;`, 'SQL'],
    ['apps/server/src/modules/cards/cards.service.ts', "await fetch('https://x.example');", 'fetch'],
    ['apps/web/src/features/cards/api/a.ts', "await globalThis.fetch('/x');", 'fetch'],
    ['apps/server/src/lib/a.ts', 'const x = process.env.HOME;', 'process.env'],
    ['apps/server/src/modules/a/a.service.ts', 'const now = new Date();', 'time of day'],
    ['apps/server/src/modules/a/a.service.ts', 'const now = Date.now();', 'time of day'],
  ])('refuses in %s: %s', (name, text, rule) => {
    expect(checkPlaces(source(name, text))).toEqual([expect.stringContaining(rule)]);
  });

  it.each([
    ['apps/server/src/modules/cards/cards.queries.ts', "const text = 'select id from cards';"],
    ['apps/server/src/modules/cards/cards.service.ts', "const text = 'Select a card';"],
    ['apps/server/src/gateways/bank.ts', "await fetch('https://x.example');"],
    ['apps/web/src/lib/api-client.ts', "await fetch('/x');"],
    ['apps/server/src/config/config.ts', 'const x = process.env.HOME;'],
    ['apps/server/src/modules/a/a.service.ts', "const then = new Date('2026-01-01');"],
  ])('allows in %s: %s', (name, text) => {
    expect(checkPlaces(source(name, text))).toEqual([]);
  });

  it('refuses files that only pass others on', () => {
    expect(checkBarrels(source('packages/domain/src/all.ts', "export * from './money.ts';"))).toHaveLength(1);
    expect(checkBarrels(source('apps/web/src/ui/index.ts', 'export const x = 1;'))).toHaveLength(1);
  });
});
