/**
 * Adds to package-lock.json the builds for other platforms that the registry at hand did not offer, without which
 * `npm ci` refuses the whole file. Refuses a file with a package that is not of the registry or has no hash.
 * Usage after every `npm install`: node scripts/complete-lockfile.ts [--check]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeOrCheck } from './lib/generated-file.ts';
import { type LockEntry, missingBuilds, unhashedPackages } from './lib/missing-builds.ts';
import { root } from './lib/run-tool.ts';

const lock: { packages: Record<string, LockEntry> } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
);
const unhashed = unhashedPackages(lock.packages);
if (unhashed.length > 0)
  throw new Error(
    `npm ci would not check what it installs, or from where: ${unhashed.join(', ')} in package-lock.json`,
  );
const packages = { ...lock.packages, ...Object.fromEntries(missingBuilds(lock.packages)) };
const sorted = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const content = `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`;
writeOrCheck('package-lock.json', content, 'node scripts/complete-lockfile.ts');
