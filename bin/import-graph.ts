import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsIn } from './imports-in.ts';

/** Folders whose sources the architecture speaks about. */
const ROOTS = ['agent', 'bench', 'bin', 'cli', 'client', 'demo', 'functions', 'lib', 'proxies', 'test', 'worker'];

export interface SourceFile {
  /** Path from the root of the repository. */
  path: string;
  /** Repository paths and package names that it imports, types among them. */
  imports: readonly string[];
}

/** Every source of the repository, in TypeScript or JavaScript, and what it imports. */
export const sourceFiles = (): readonly SourceFile[] =>
  ROOTS.flatMap((root) => filesBelow(root)).map((path) => ({ path, imports: importsOf(path) }));

function filesBelow(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => isSource(file) && !file.includes('node_modules'))
      .map((file) => join(root, file));
  } catch (fault) {
    // Not every root exists in every version.
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
    throw fault;
  }
}

/** Whether a path is one of a source. */
export const isSource = (path: string): boolean => /\.(?:ts|m?js)$/.test(path);

const importsOf = (path: string): string[] =>
  importsIn(readFileSync(path, 'utf8')).map((target) =>
    target.startsWith('.') ? join(dirname(path), target) : target,
  );

/**
 * The capability of a path below `functions/`; undefined elsewhere. `composition` joins capabilities and is not one.
 */
export function capabilityOf(path: string): string | undefined {
  const [root, capability] = path.split('/');
  return root === 'functions' && capability !== 'composition' ? capability : undefined;
}

const LAYER = /^functions\/[\w-]+\/(?:[\w-]+\/)*?(domain|store|service|api|steps|pages)\//;

/** The layer of a path inside its capability; undefined elsewhere. Platform has none. */
export const layerOf = (path: string): string | undefined =>
  path.startsWith('functions/platform/') ? undefined : LAYER.exec(path)?.[1];

/** Which capability imports which, `from -> to`, with the files that do. */
export function capabilityEdges(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, string[]>();
  for (const { path, imports } of files) {
    const from = capabilityOf(path);
    if (from === undefined) continue;
    for (const target of imports) {
      const to = capabilityOf(target);
      if (to === undefined || to === from) continue;
      const name = `${from} -> ${to}`;
      edges.set(name, [...(edges.get(name) ?? []), `${path} -> ${target}`]);
    }
  }
  return edges;
}

/**
 * Imports below `root` that lead to a folder later in `order`, and those of a folder that is not in it. Files right
 * below `root` compose its folders: they may import all of them.
 */
export function upwardImports(files: readonly SourceFile[], root: string, order: readonly string[]): string[] {
  const rankOf = (path: string) => {
    const [folder, ...rest] = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : [];
    return folder === undefined || rest.length === 0 ? undefined : order.indexOf(folder);
  };
  return files.flatMap(({ path, imports }) => {
    const from = rankOf(path);
    if (from === undefined) return [];
    const isUpward = (to: number | undefined) => to !== undefined && (to > from || to < 0 || from < 0);
    return imports.filter((target) => isUpward(rankOf(target))).map((target) => `${path} -> ${target}`);
  });
}

/** Folders that import each other in a circle though they stand side by side: per parent, the groups of them. */
export function folderCycles(files: readonly SourceFile[]): string[] {
  const siblings = new Map<string, Map<string, string[]>>();
  for (const { path, imports } of files)
    for (const target of imports.filter(isSource)) {
      const [from, to] = [path.split('/'), target.split('/')];
      const depth = from.findIndex((part, at) => part !== to[at]);
      const [here, there] = [from[depth], to[depth]];
      if (here === undefined || there === undefined || depth >= Math.min(from.length, to.length) - 1) continue;
      const parent = from.slice(0, depth).join('/');
      const edges = siblings.get(parent) ?? new Map<string, string[]>();
      siblings.set(parent, edges.set(here, [...(edges.get(here) ?? []), there]));
    }
  return [...siblings]
    .flatMap(([parent, edges]) => cycles(edges).map((group) => `${parent}: ${group.toSorted().join(' <-> ')}`))
    .toSorted();
}

/** The groups of nodes that reach each other: none in an acyclic graph. */
export function cycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...edges.keys()].map((node) => [node, reachable(node, edges)]));
  const inCycle = [...edges.keys()].filter((node) => reached.get(node)?.has(node));
  const groups = Map.groupBy(inCycle, (node) =>
    inCycle
      .filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node))
      .sort()
      .join(' '),
  );
  return [...groups.values()];
}

/** Every node that an arrow leads to from this one. */
export function reachable(start: string, edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(edges.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...(edges.get(node) ?? []));
  }
  return reached;
}
