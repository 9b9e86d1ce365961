import type { SourceFile } from './source-file.ts';

/** Who may import whom. A file belongs to the first layer whose pattern matches it; files of no layer are free. */
interface Layer {
  name: string;
  pattern: RegExp;
  /** Layers it may import beside itself. */
  mayImport: string[];
}

const packages = ['domain', 'contracts', 'locales'];
const webBase = [...packages, 'web lib', 'web ui'];
const serverBase = [...packages, 'server base'];
const serverOutside = [...serverBase, 'server outside'];
const serverNouns = [...serverOutside, 'server nouns'];
const serverJobs = [...serverNouns, 'server jobs'];

const layers: Layer[] = [
  { name: 'domain', pattern: /^packages\/domain\/src\//, mayImport: [] },
  { name: 'contracts', pattern: /^packages\/contracts\/src\//, mayImport: ['domain'] },
  { name: 'locales', pattern: /^packages\/locales\/src\//, mayImport: ['domain', 'contracts'] },
  { name: 'web lib', pattern: /^apps\/web\/src\/lib\//, mayImport: packages },
  { name: 'web ui', pattern: /^apps\/web\/src\/ui\//, mayImport: [...packages, 'web lib'] },
  { name: 'web passenger', pattern: /^apps\/web\/src\/passenger\//, mayImport: webBase },
  { name: 'web features', pattern: /^apps\/web\/src\/features\//, mayImport: [...webBase, 'web passenger'] },
  { name: 'web app', pattern: /^apps\/web\/src\//, mayImport: [...webBase, 'web passenger', 'web features'] },
  {
    name: 'server base',
    pattern: /^apps\/server\/src\/((lib|config|plugins|database|gateways|queue)\/|app\.ts$)/,
    mayImport: packages,
  },
  {
    name: 'server outside',
    pattern: /^apps\/server\/src\/(documents\/)/,
    mayImport: serverBase,
  },
  { name: 'server nouns', pattern: /^apps\/server\/src\/(modules|feeds|gate|sign-in)\//, mayImport: serverOutside },
  { name: 'server jobs', pattern: /^apps\/server\/src\/jobs\//, mayImport: serverNouns },
  { name: 'server roles', pattern: /^apps\/server\/src\/roles\//, mayImport: serverJobs },
  { name: 'server start', pattern: /^apps\/server\/src\//, mayImport: [...serverJobs, 'server roles'] },
];

/** Everything of ours; what is in no layer (the demo, tools, tests) is nothing to build the product on. */
const ourFolders = /^(packages|apps|demo|bench|e2e|scripts)\//;

const layerOf = (name: string) => layers.find((layer) => layer.pattern.test(name));

export function checkLayers(file: SourceFile): string[] {
  const layer = layerOf(file.name);
  if (!layer) return [];
  return file.imports.flatMap(({ target, line, specifier }) => {
    const place = `${file.name}:${line}`;
    if (layer.name === 'domain' && !target.startsWith('packages/domain/')) {
      return [`${place} domain imports nothing but itself, not ${specifier}`];
    }
    const other = layerOf(target);
    if (ourFolders.test(target) && !other) return [`${place} ${layer.name} must not import ${target}`];
    if (!other || other === layer) return neighbours(place, file.name, target);
    return layer.mayImport.includes(other.name)
      ? []
      : [`${place} ${layer.name} must not import ${other.name} (${target})`];
  });
}

/** Inside one layer: features know nothing of each other, and a module's queries are its own. */
function neighbours(place: string, from: string, target: string): string[] {
  const featureOf = (name: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(name)?.[1];
  const feature = featureOf(target);
  if (feature && feature !== featureOf(from)) return [`${place} a feature must not import another feature (${target})`];
  const moduleOf = (name: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(name)?.[1];
  if (target.endsWith('.queries.ts') && moduleOf(target) !== moduleOf(from)) {
    return [`${place} call the other module's service, not its queries (${target})`];
  }
  return [];
}

/** Cycles of imports that exist at run time. */
export function checkCycles(files: SourceFile[]): string[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const done = new Set<string>();
  const problems: string[] = [];
  const visit = (name: string, trail: string[]) => {
    const at = trail.indexOf(name);
    if (at >= 0) problems.push(`${name}:1 imports itself in a circle: ${[...trail.slice(at), name].join(' → ')}`);
    if (at >= 0 || done.has(name)) return;
    const imports = byName.get(name)?.imports ?? [];
    for (const item of imports) if (!item.isTypeOnly) visit(item.target, [...trail, name]);
    done.add(name);
  };
  for (const file of files) visit(file.name, []);
  return problems;
}
