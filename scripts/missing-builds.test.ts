import { describe, expect, it } from 'vitest';
import { missingBuilds, unhashedPackages } from './lib/missing-builds.ts';

const parser = (version: string) => ({
  version,
  dev: true,
  optionalDependencies: { '@parser/linux-x64-gnu': version, '@parser/darwin-arm64': version },
});

it('adds the builds that the registry did not offer, for their platforms', () => {
  const present = { 'node_modules/@parser/linux-x64-gnu': { version: '2.0.0' } };

  const missing = missingBuilds({ 'node_modules/parser': parser('2.0.0'), ...present });

  const entry = { version: '2.0.0', cpu: ['arm64'], dev: true, optional: true, os: ['darwin'] };
  expect(missing).toEqual([['node_modules/@parser/darwin-arm64', entry]]);
});

it('adds the builds of another version beside the package that needs it, or below it where that place is taken', () => {
  const present = {
    'node_modules/parser': parser('2.0.0'),
    'node_modules/@parser/linux-x64-gnu': { version: '2.0.0' },
    'node_modules/@parser/darwin-arm64': { version: '2.0.0' },
  };

  const nested = missingBuilds({ ...present, 'node_modules/linter/node_modules/parser': parser('1.0.0') });
  const renamed = missingBuilds({ ...present, 'node_modules/old-parser': parser('1.0.0') });

  const builds = ['@parser/linux-x64-gnu', '@parser/darwin-arm64'];
  expect(nested.map(([place]) => place)).toEqual(builds.map((name) => `node_modules/linter/node_modules/${name}`));
  expect(renamed.map(([place]) => place)).toEqual(builds.map((name) => `node_modules/old-parser/node_modules/${name}`));
});

it.each([
  ['has a range for a version', { 'fast-linux-x64': '^1.0.0' }],
  ['names no platform', { 'process-start-time': '1.0.0' }],
])('refuses a file in which a package is missing that %s: its entry cannot be told', (_what, optionalDependencies) => {
  const packages = { 'node_modules/builder': { version: '1.0.0', optionalDependencies } };

  expect(() => missingBuilds(packages)).toThrow(/node_modules\/builder asks for .+ npm ci refuses the file/);
});

it('takes what a workspace asks for from the root', () => {
  const packages = {
    'apps/server': { optionalDependencies: { 'engine-linux-x64': '1.0.0' } },
    'node_modules/engine-linux-x64': { version: '1.0.0' },
  };

  expect(missingBuilds(packages)).toEqual([]);
});

describe('a package without the hash of its bytes', () => {
  const hashed = { version: '1.0.0', integrity: 'sha512-abc' };
  const build = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] };

  it.each([
    ['has none', { version: '1.0.0' }],
    ['has a weak one', { version: '1.0.0', integrity: 'sha1-abc' }],
    ['comes from elsewhere', { ...hashed, resolved: 'https://evil.example/a.tgz' }],
    ['comes from a repository', { ...hashed, resolved: 'git+ssh://git@github.com/a/a.git#0123' }],
    ['is a build for the servers', { ...build, os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
    ['is a build for no platform', { version: '1.0.0', optional: true, os: [], cpu: [] }],
  ])('is not installed: it %s', (_what, entry) => {
    expect(unhashedPackages({ 'node_modules/a': hashed, 'node_modules/b': entry })).toEqual(['node_modules/b']);
  });

  it('is taken where npm could not know the hash, and where it is a part of ours', () => {
    const packages = {
      '': { version: '1.0.0' },
      'apps/web': { version: '1.0.0' },
      'node_modules/@tapfolio/web': { link: true, resolved: 'apps/web' },
      'node_modules/a-darwin-arm64': build,
      'node_modules/a-linux-x64-musl': { ...build, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/b': { ...hashed, resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz' },
    };

    expect(unhashedPackages(packages)).toEqual([]);
  });
});
