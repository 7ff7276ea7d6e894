import { JSONPathEnvironment } from 'json-p3';
import { fullJsonPath } from '../../applications/domain/application-settings.ts';
import { scanJson } from '../../platform/json/scan-json.ts';
import { childrenOf, endOf, isContainer, nameOf, type Tape, typeOf, wordAt } from '../../platform/json/tape.ts';
import { isDeeperThan } from '../../platform/values/json-text.ts';

/** Replaces every redacted value. */
export const REDACTED = '[redacted]';

const MAX_DEPTH = 256;
const paths = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH + 8 });

type Span = readonly [start: number, end: number];

/** Locations as a tree of their steps; HERE marks the end of one. */
interface Wanted extends Map<string | number | typeof HERE, Wanted> {}
const HERE = Symbol('here');

/**
 * Replaces every value that the paths select in a JSON text by `"[redacted]"`; all other bytes stay unchanged,
 * including numbers of any size. Null if the text is not JSON, or a path cannot be evaluated in it: what cannot be read
 * must not be stored. Values shadowed by a later member of the same name are redacted too, as no path can select them.
 */
export function redactJson(text: string, jsonPaths: readonly string[]): string | null {
  const bytes = Buffer.from(text);
  if (isDeeperThan(MAX_DEPTH, bytes)) return null;
  const tape = scanJson(bytes);
  if (tape === null) return null;
  const root: Parameters<typeof paths.query>[1] = JSON.parse(text);
  const wanted: Wanted = new Map();
  for (const path of jsonPaths) {
    const locations = locationsOf(path, root);
    if (locations === null) return null;
    for (const location of locations) add(location, wanted);
  }
  return replaced(bytes, [...shadowedIn(tape), ...spansOf(tape, wanted)]);
}

/** Null if the path cannot be evaluated completely in this value. */
function locationsOf(path: string, root: Parameters<typeof paths.query>[1]): (string | number)[][] | null {
  try {
    return paths.query(fullJsonPath(path), root).locations();
  } catch (fault) {
    // The library throws its own errors for recursion limits and for regular expressions inside filters.
    if (fault instanceof Error) return null;
    throw fault;
  }
}

function add(location: readonly (string | number)[], wanted: Wanted): void {
  let at = wanted;
  for (const step of location) {
    const next = at.get(step) ?? new Map();
    at.set(step, next);
    at = next;
  }
  at.set(HERE, new Map());
}

/** One walk for all locations, since a path may select every element of a long list. */
function spansOf(tape: Tape, wanted: Wanted): Span[] {
  const spans: Span[] = [];
  const open: [node: number, wanted: Wanted][] = [[0, wanted]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, here] = next;
    if (here.has(HERE)) spans.push(spanOf(tape, node));
    else if (isContainer(tape, node)) {
      const isArray = typeOf(tape, node) === 'array';
      for (const [index, child] of childrenOf(tape, node).entries()) {
        const below = here.get(isArray ? index : nameOf(tape, child));
        if (below) open.push([child, below]);
      }
    }
  }
  return spans;
}

function shadowedIn(tape: Tape): Span[] {
  const spans: Span[] = [];
  const open = [0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isContainer(tape, node)) continue;
    const children = childrenOf(tape, node);
    for (const child of children) if (isContainer(tape, child)) open.push(child);
    if (typeOf(tape, node) !== 'object') continue;
    const last = new Map(children.map((child) => [nameOf(tape, child), child]));
    if (last.size === children.length) continue;
    for (const child of children) if (last.get(nameOf(tape, child)) !== child) spans.push(spanOf(tape, child));
  }
  return spans;
}

const spanOf = (tape: Tape, node: number): Span => [wordAt(tape.words, node), endOf(tape, node)];

/** Spans inside another one are replaced with it. */
function replaced(bytes: Buffer, spans: Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of spans.sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd)) {
    if (start < at) continue;
    parts.push(bytes.toString('utf8', at, start), JSON.stringify(REDACTED));
    at = end;
  }
  return parts.join('') + bytes.toString('utf8', at);
}
