import { cruise, type IRegularForbiddenRuleType, type IViolation } from 'dependency-cruiser';

/** Who may import whom, for files and for folders. Imports of types count like any other. */

/** From the lowest to the highest: a layer imports itself and the layers before it. */
const layers: Readonly<Record<string, readonly string[]>> = {
  packages: ['packages/domain/src/', 'packages/contracts/src/', 'packages/locales/src/'],
  web: [
    'apps/web/src/lib/',
    'apps/web/src/ui/',
    'apps/web/src/passenger/',
    'apps/web/src/features/',
    'apps/web/src/(app/|prerender/|main[.]tsx$|sw[.]ts$)',
  ],
  server: [
    'apps/server/src/lib/',
    'apps/server/src/config/',
    'apps/server/src/database/',
    'apps/server/src/(audit|gateways|queue)/',
    'apps/server/src/documents/',
    'apps/server/src/(plugins/|app[.]ts$)',
    'apps/server/src/gate/',
    'apps/server/src/modules/',
    'apps/server/src/(feeds|sign-in)/',
    'apps/server/src/jobs/',
    'apps/server/src/roles/',
    'apps/server/src/(commands/|(main|cli|open-context|open-database|prepare-database|describe-calls)[.]ts$)',
  ],
};

const rule = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, comment, severity: 'error', from, to });

const upwards = Object.values(layers).flatMap((sides) =>
  sides.slice(0, -1).map((path, at) => {
    const above = sides.slice(at + 1).join('|');
    return rule('layers', 'a layer imports only the layers below it', { path: `^${path}` }, { path: `^(${above})` });
  }),
);

const importRules: IRegularForbiddenRuleType[] = [
  ...upwards,
  rule('circle', 'files must not import one another in a circle', {}, { circular: true }),
  {
    ...rule('circle-of-folders', 'folders must not import one another in a circle', {}, { circular: true }),
    scope: 'folder',
  },
  rule(
    'domain',
    'the domain imports nothing but itself',
    { path: '^packages/domain/src/' },
    { pathNot: '^packages/domain/' },
  ),
  rule(
    'embedded-postgres',
    'a server on one machine knows nothing of the product',
    { path: '^packages/embedded-postgres/src/' },
    { path: '^packages/', pathNot: '^packages/embedded-postgres/' },
  ),
  rule(
    'packages',
    'packages know neither side of the product',
    { path: '^packages/[^/]+/src/' },
    { path: '^(apps|demo|bench|e2e|scripts)/' },
  ),
  rule(
    'web',
    'the web knows nothing of the server, nor of tools and tests',
    { path: '^apps/web/src/' },
    { path: '^(apps/server|apps/web/test|demo|bench|e2e|scripts)/' },
  ),
  rule(
    'server',
    'the server knows nothing of the web, nor of tools and tests',
    { path: '^apps/server/src/' },
    { path: '^(apps/web|apps/server/(test|faults)|demo|bench|e2e|scripts)/' },
  ),
  rule(
    'features',
    'a feature must not import another feature; a screen of app/ joins them',
    { path: '^apps/web/src/features/([^/]+)/' },
    { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  ),
  rule(
    'queries',
    "call the other module's service, not its queries",
    { path: '^apps/server/src/modules/([^/]+)/' },
    { path: '^apps/server/src/modules/.+[.]queries[.]ts$', pathNot: '^apps/server/src/modules/$1/' },
  ),
  rule(
    'queries',
    "call the module's service, not its queries",
    { path: '^apps/server/src/', pathNot: '^apps/server/src/modules/' },
    { path: '^apps/server/src/modules/.+[.]queries[.]ts$' },
  ),
  rule(
    'no-barrel',
    'import from the file that defines it; do not export it again',
    {},
    { dependencyTypes: ['export'] },
  ),
  rule('no-index', 'name the file after what it holds, not "index"', {}, { path: '^(apps|packages)/.*/index[.]tsx?$' }),
];

const untested = '[.](test|browser[.]test|stories)[.]tsx?$|/generated/|/dist/';

/** One line for each import below `folders` that breaks a rule. */
export async function findBrokenRules(root: string, folders: string[]): Promise<string[]> {
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      // The compiler of TypeScript 7 has no interface that the tool could parse with.
      parser: 'swc',
      tsPreCompilationDeps: true,
      metrics: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: untested },
      validate: true,
      ruleSet: { forbidden: importRules },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(describe);
}

function describe({ rule: { name }, from, to, cycle }: IViolation): string {
  const comment = importRules.find((rule) => rule.name === name)?.comment ?? '';
  const way = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
  return `${from} → ${way}: ${comment} (${name})`;
}
