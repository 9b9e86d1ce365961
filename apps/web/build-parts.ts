import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'src');
const inSource = (name: string): string => path.join(folder, name);

/** The modules that a part of the build begins with. The part holds what they import. */
const roots = {
  /** What a first visit needs. Compressed together it is smaller, and one request replaces thirty. */
  start: ['main.tsx'],
  /** What every page loads right after it shows: calls, notices, the handling of a lost session, checks of forms. */
  soon: ['app/after-start.ts', 'features/sign-in/api/sign-in.ts', 'passenger/field-readers.ts'],
  /** The frame of every signed-in screen, and what keeps its data. */
  frame: ['app/area-layout.tsx', 'app/area-data.ts'],
};

const screens = readdirSync(inSource('app/routes'))
  .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
  .map((name) => inSource(`app/routes/${name}`));

/** What a public screen opens with a script of its own, which asks for data and needs no signed-in passenger. */
const openedByGuests = ['app/card-refused/guest-refused-dialog.tsx'];

/** A module that so many screens import is loaded once for all of them. */
const sharedBy = 5;

/** The texts with plurals need it, and every page loads them right after it shows. */
const textRuntime = /node_modules\/(@messageformat\/runtime|make-plural)\//;
/** A screen that asks for data needs a signed-in passenger. */
const dataLibrary = /node_modules\/@tanstack\/react-query\//;

type ModuleInfo = { readonly importedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

/** The modules given and all that they import, without what they load later. */
function withImports(ids: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set(ids);
  for (const id of seen) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
  return seen;
}

/** Beside those: what public screens share, what some or one of them share with signed-in ones, what guests open and signed-in screens have, what signed-in screens share. */
type Part = keyof typeof roots | 'common' | 'both' | 'once' | 'opened' | 'area';
type Plan = Record<keyof typeof roots | 'opened', ReadonlySet<string>> & {
  screens: { modules: ReadonlySet<string>; isSignedIn: boolean }[];
};

function planOf(graph: Graph): Plan {
  const held = (names: readonly string[]) => withImports(names.map(inSource), graph);
  return {
    start: held(roots.start),
    soon: held(roots.soon),
    frame: held(roots.frame),
    opened: held(openedByGuests),
    screens: screens.map((screen) => {
      const modules = withImports([screen], graph);
      return { modules, isSignedIn: [...modules].some((id) => dataLibrary.test(id)) };
    }),
  };
}

function partOf(id: string, { start, soon, frame, opened, screens: all }: Plan): Part | undefined {
  if (start.has(id)) return 'start';
  if (soon.has(id) || textRuntime.test(id)) return 'soon';
  const users = all.filter(({ modules }) => modules.has(id));
  const publicUsers = users.filter(({ isSignedIn }) => !isSignedIn);
  if (publicUsers.length >= sharedBy) return 'common';
  const isFrame = frame.has(id);
  if (!isFrame && users.length < sharedBy) return undefined;
  // A public screen must not load the frame for a single module of it, nor what only another public screen shares with the frame.
  if (publicUsers.length > 0) return publicUsers.length > 1 ? 'both' : 'once';
  // Nor may what a guest opens.
  if (opened.has(id)) return 'opened';
  return isFrame ? 'frame' : 'area';
}

const names: readonly Part[] = ['start', 'soon', 'common', 'both', 'once', 'opened', 'frame', 'area'];

type BuildPart = { name: (id: string, graph: Graph) => string | null; priority: number; debugName: string };

/**
 * The files that a build shares between screens. The imports decide what each file contains, and no list of names, so a
 * new module comes into the file of its users: the start, the signed-in frame, what many screens share, or its own
 * screen.
 */
export function makeBuildParts(): BuildPart[] {
  let plan: Plan | undefined;
  return names.map((part, place) => ({
    name: (id, graph) => {
      plan ??= planOf(graph);
      return partOf(id, plan) === part ? part : null;
    },
    // A part contains what its modules import, so the first part that needs a module must come first.
    priority: names.length - place,
    debugName: part,
  }));
}
