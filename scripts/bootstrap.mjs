/**
 * Starts every npm script. It runs on any Node of the machine (20 or newer), installs the dependencies if they are missing,
 * and continues with the Node that is one of them. Usage: node scripts/bootstrap.mjs <command> [args]
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');
/** The first Node that runs .ts files as they are and reads all that we write in them. */
const leastNode = [24, 2];

/**
 * How the server and the command line are run: a young generation of 8 MB per half keeps it under 300 MB while it is busy, and compiled code
 * kept on disk saves 20 MB and a third of a start. The benches run it the same way.
 */
const { serverFlags, compileCache } = JSON.parse(readFileSync(path.join(root, 'scripts/lib/runtime.json'), 'utf8'));

/** What each command runs, one after the other; the last one gets the arguments. */
const commands = {
  start: [
    ['scripts/build.ts', '--if-stale'],
    [...serverFlags, 'demo/main.ts'],
  ],
  serve: [[...serverFlags, 'apps/server/src/main.ts']],
  dev: [['scripts/dev.ts']],
  cli: [[...serverFlags, 'apps/server/src/cli.ts']],
  build: [['scripts/build.ts']],
  test: [['scripts/test.ts']],
  'test:browsers': [['e2e/browsers/main.ts']],
  'test:faults': [['scripts/test-faults.ts']],
  'test:histories': [['scripts/test-histories.ts']],
  'test:citus': [['scripts/test-citus.ts']],
  check: [['scripts/check.ts']],
  typecheck: [['scripts/typecheck.ts']],
  bench: [['bench/main.ts']],
  'db:dump': [['scripts/db-dump.ts']],
};

/** What runs in production: an installation without the development dependencies (`npm ci --omit=dev`) is enough. */
const needsNoTools = ['serve', 'cli'];

/** The number of the process that installs and builds here: two at a time would take each other's files away. */
const preparing = path.join(root, '.cache/preparing');

/** Nothing takes that long to install and build: another process has the number now. */
const longestPreparingMs = 20 * 60_000;

/** How soon we notice that our parent process is gone, and that another one has prepared all. */
const parentCheckMs = 250;

const [command, ...args] = process.argv.slice(2);
const steps = commands[command] && [['scripts/generate.ts'], ...commands[command]];
if (!steps) fail(`Unknown command "${command ?? ''}". There are: ${Object.keys(commands).join(', ')}.`);
const builds = steps.length > 2;
if (builds || !isInstalled()) await beginPreparing();
if (!isInstalled()) install();
if (!builds) endPreparing();
const node = chooseNode();
for (const [index, step] of steps.entries()) {
  const isLast = index === steps.length - 1;
  if (isLast) endPreparing();
  const outcome = await run(node, isLast ? [...step, ...args] : step);
  if (outcome.signal) process.kill(process.pid, outcome.signal);
  if (outcome.code !== 0 || isLast) process.exit(outcome.code ?? 1);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Compares versions rather than dates: a fresh checkout has new dates everywhere. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  const isTool = (entry) => needsNoTools.includes(command) && (entry.dev || entry.devOptional);
  return Object.entries(wanted).every(([place, entry]) => {
    // The packages of a folder such as apps/server are below it if the root has another version.
    if (!place.includes('node_modules/') || entry.link || isTool(entry)) return true;
    const version = present[place]?.version;
    // What is for another platform is not there; our Node is, and may be an older one.
    return version === entry.version || (entry.optional && version === undefined);
  });
}

/** Nothing where there is no such file, or half of one: npm was ended while it wrote. */
function readPackages(name) {
  try {
    return JSON.parse(readFileSync(path.join(root, name), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function beginPreparing() {
  for (let told; !claim(preparing); told = true) {
    if (!told)
      process.stdout.write(
        `Another command installs or builds here (process ${read(preparing)}, says .cache/preparing); waiting for it …\n`,
      );
    await sleep(parentCheckMs);
  }
  process.on('exit', endPreparing);
}

/** Whether this process may prepare. One that was killed left its number behind. In a folder that is read-only nobody prepares anything. */
function claim(file) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') return true;
  }
  const holder = read(file);
  if (holder === undefined || isHeld(file, Number(holder))) return false;
  rmSync(file, { force: true });
  return claim(file);
}

/** In a container that is started again the numbers of processes are the same again, so that of a killed one may be ours or npm's. */
function isHeld(file, holder) {
  const isOld = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > longestPreparingMs;
  return holder !== process.pid && holder !== process.ppid && !isOld && isRunning(holder);
}

function endPreparing() {
  if (read(preparing) === String(process.pid)) rmSync(preparing, { force: true });
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  // An installation removes what is there first. A server must not risk that by itself, offline perhaps.
  if (process.env.NODE_ENV === 'production' && needsNoTools.includes(command))
    fail('The dependencies are not those of package-lock.json. Install them: npm ci --omit=dev --ignore-scripts');
  process.stdout.write('Installing the dependencies (once, a minute or two) …\n');
  // No package of ours needs an install script, so none gets to run.
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, ...cacheOfNpm() };
  const result = spawnSync('npm', options, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) fail('The dependencies could not be installed; the lines above say why.');
}

/** npm keeps what it loads below the home directory, which an account in a container may be unable to write. */
function cacheOfNpm() {
  const { npm_config_cache: usual } = process.env;
  return usual === undefined || canWrite(usual) ? {} : { npm_config_cache: path.join(root, '.cache/npm') };
}

/** Where a folder does not exist yet, the one counts in which it would be made. */
function canWrite(folder) {
  const above = path.dirname(folder);
  if (!existsSync(folder) && above !== folder) return canWrite(above);
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function chooseNode() {
  // Not from `.bin`: npm 10 removes its link to our Node together with the packages for other platforms, which have one of the same name.
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const brought = Object.keys(optionalDependencies ?? {}).map((name) =>
    path.join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  );
  const pinned = brought.find((file) => existsSync(file) && spawnSync(file, ['--version']).status === 0);
  if (pinned) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return process.execPath;
  return fail(
    `This is Node ${process.versions.node}, but ${leastNode.join('.')} or newer is needed, and there is no ` +
      `ready-made one for ${process.platform} on ${process.arch}. Please install it from https://nodejs.org.`,
  );
}

/** Libraries ask for the home directory. An account without an entry in the system has none: `/` then, as in containers. */
function withHome(env) {
  try {
    os.homedir();
    return env;
  } catch {
    return { ...env, HOME: '/' };
  }
}

/** Where Node sends its calls through a proxy: this machine, which a proxy cannot reach, is called without one. */
function withoutProxyHere(env) {
  if (!env.NODE_USE_ENV_PROXY) return env;
  const direct = [env.no_proxy ?? env.NO_PROXY, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',');
  return { ...env, no_proxy: direct, NO_PROXY: direct };
}

function run(program, argv) {
  const cache = process.env.NODE_COMPILE_CACHE ?? path.join(root, compileCache);
  const paths = [path.dirname(program), bin, process.env.PATH ?? ''].join(path.delimiter);
  const env = withoutProxyHere(withHome({ ...process.env, PATH: paths, NODE_COMPILE_CACHE: cache }));
  // The command line works on what `npm start` runs, unless a deployment names its own configuration.
  if (command === 'cli') env.TAPFOLIO_CONFIG ||= path.join(root, 'config', 'demo.json');
  const child = spawn(program, argv, { cwd: root, env, stdio: 'inherit' });
  // Ctrl-C in a terminal reaches the child by itself; a signal sent to this process alone has to be passed on.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  const watching = stopWithParent(child);
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) => {
      clearInterval(watching);
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
      resolve({ code, signal });
    });
  });
}

/**
 * npm passes a signal to the shell between npm and us; the shell dies of it and does not pass it on. A signal that npm does not catch ends
 * npm alone. So we watch our parent and, where it is a shell, npm behind it, but only under npm: a server that was started in the
 * background must outlive its shell.
 */
function stopWithParent(child) {
  const { npm_lifecycle_event: script, npm_node_execpath: node } = process.env;
  if (!script) return undefined;
  const parent = process.ppid;
  const npm = isRunBy(parent, node) ? undefined : parentOf(parent);
  const isNpmGone = () => npm !== undefined && ![npm, undefined].includes(parentOf(parent));
  const watching = setInterval(() => {
    if (process.ppid === parent && !isNpmGone()) return;
    clearInterval(watching);
    child.kill('SIGTERM');
  }, parentCheckMs);
  return watching;
}

/** Where the system does not show it (all but Linux), every process counts as run by npm's Node: shells there make way for their last command. */
function isRunBy(pid, node) {
  try {
    return realpathSync(`/proc/${pid}/exe`) === realpathSync(node);
  } catch {
    return true;
  }
}

function parentOf(pid) {
  try {
    // The name, in brackets, may contain anything; a state and the parent follow it.
    return Number(/.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
