/** A package in package-lock.json, with what a build for a platform has. */
export interface LockEntry {
  version?: string;
  /** The hash of its bytes. */
  integrity?: string;
  /** Where it comes from, if the file says so. */
  resolved?: string;
  /** It is a folder of this repository. */
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

type Packages = Record<string, LockEntry>;

const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x'];

/** Reads the platform from the package's own name, such as `binding-linux-arm64-musl`. */
function platformOf(name: string): Required<Pick<LockEntry, 'os' | 'cpu'>> & { libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const starts = (text: string) => os.includes('linux') && words.some((word) => word.startsWith(text));
  const libc = [...(starts('musl') ? ['musl'] : []), ...(starts('gnu') ? ['glibc'] : [])];
  return { os, cpu, ...(libc.length > 0 && { libc }) };
}

/** Where Node looks for a package's dependency, the nearest first. */
function placesFor(owner: string, name: string): string[] {
  if (owner === '') return [`node_modules/${name}`];
  const outside = owner.slice(0, Math.max(owner.lastIndexOf('node_modules/'), 0)).replace(/\/$/, '');
  return [`${owner}/node_modules/${name}`, ...placesFor(outside, name)];
}

/**
 * The entries without which `npm ci` refuses the file, in the order in which npm writes them.
 * @throws If an entry cannot be told from the file: a package that the registry did not offer and whose name names no platform.
 */
export function missingBuilds(packages: Packages): [place: string, entry: LockEntry][] {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]): [string, LockEntry][] => {
      const places = placesFor(owner, name);
      const found = places.map((place) => packages[place]).find((entry) => entry !== undefined);
      const isExact = /^\d+(\.\d+){2}/.test(version);
      if (found && (!isExact || found.version === version)) return [];
      const { os, cpu, libc } = platformOf(name);
      if (!isExact || os.length === 0 || cpu.length === 0) {
        throw new Error(
          `${owner} asks for ${name} ${version}, which is not in package-lock.json, so npm ci refuses the file: the registry ` +
            'does not offer it. Use a version that does not ask for it, or another registry.',
        );
      }
      // Beside its owner; below it, if another version is there.
      const place = places.slice(0, 2).findLast((candidate) => !packages[candidate]) ?? '';
      const entry = { version, cpu, ...(dev && { dev }), ...(libc && { libc }), optional: true, os };
      return [[place, entry]];
    }),
  );
}

/**
 * The packages whose bytes `npm ci` would not check, or would take from elsewhere than the registry. Of the builds that the registry did not offer
 * nobody knows the hash, but there is none for the servers among them.
 */
export function unhashedPackages(packages: Packages): string[] {
  return Object.entries(packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
    .filter(([, entry]) => !isOfRegistry(entry) || !(isHashed(entry) || isBuildForOthers(entry)))
    .map(([place]) => place);
}

const isOfRegistry = ({ resolved }: LockEntry): boolean =>
  resolved === undefined || resolved.startsWith('https://registry.npmjs.org/');

const isHashed = ({ integrity }: LockEntry): boolean => integrity?.startsWith('sha512-') === true;

function isBuildForOthers({ optional, os = [], cpu = [], libc = [] }: LockEntry): boolean {
  const isForServers = os.includes('linux') && cpu.includes('x64') && !libc.includes('musl');
  return optional === true && os.length > 0 && cpu.length > 0 && !isForServers;
}
