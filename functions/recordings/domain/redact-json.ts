import type { JsonPathMatches } from '../../platform/json/json-path-matches.ts';
import { type Names, nameBook } from '../../platform/json/names.ts';
import type { StepBudget } from '../../platform/json/path-filter.ts';
import { scanJson } from '../../platform/json/scan-json.ts';
import { after, endOf, isContainer, NODE, type Tape, typeOf, wordAt } from '../../platform/json/tape.ts';
import { isDeeperThan } from '../../platform/values/json-text.ts';

/** Replaces every redacted value. */
export const REDACTED = '[redacted]';

const MAX_DEPTH = 256;

/** `latin1` where each character stands for a byte. */
type Charset = 'utf8' | 'latin1';

/**
 * What a rule puts in place of values: the value of a header or a parameter, a JSON value, a whole text, or a body of
 * bytes.
 */
export interface Replacement {
  header(name: string, value: string): string;
  /** As it is written in a query or a form. */
  parameter(name: string, value: string): string;
  json(value: string): string;
  text(text: string): string;
  /** The content of an element or the value of an attribute, as it is written. */
  markup(written: string, charset: Charset): string;
  /** The content of a part of a multipart body. */
  part(content: string, charset: Charset): string;
  /** Null if a body of bytes becomes what its text becomes. */
  bytes: ((bytes: Buffer) => string) | null;
}

/** `[redacted]` in place of every value. */
export const BLACK_OUT: Replacement = {
  header: () => REDACTED,
  parameter: () => encodeURIComponent(REDACTED),
  json: () => JSON.stringify(REDACTED),
  text: () => REDACTED,
  markup: () => REDACTED,
  part: () => REDACTED,
  bytes: null,
};

/**
 * Replaces every value that the paths select in a JSON text, by default by `"[redacted]"`; all other bytes stay
 * unchanged, including numbers of any size. Null if the text is not JSON, is too deep, or uses up the budget: what
 * cannot be read must not be stored. Values shadowed by a later member of the same name are redacted too, as no path
 * can select them, and so are the nodes that `more` returns.
 */
export function redactJson(
  text: string,
  find: JsonPathMatches,
  budget: StepBudget,
  more: (tape: Tape) => readonly number[] = () => [],
  replace: Replacement['json'] = BLACK_OUT.json,
): string | null {
  const bytes = Buffer.from(text);
  if (isDeeperThan(MAX_DEPTH, bytes)) return null;
  const tape = scanJson(bytes);
  const names = nameBook();
  const found = tape && find(tape, budget, names);
  if (tape === null || found === null) return null;
  const nodes = [found, shadowedIn(tape, names), more(tape)].flat();
  return nodes.length === 0 ? text : replaced(tape, bytes, { nodes: Int32Array.from(nodes).sort(), replace });
}

/** Members that a later one of the same name hides. */
function shadowedIn(tape: Tape, names: Names): number[] {
  const shadowed: number[] = [];
  /** By the number of a name: the object that had it last, and its member of that name. */
  const objects: number[] = [];
  const members: number[] = [];
  const open = isContainer(tape, 0) ? [0] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const inObject = typeOf(tape, node) === 'object';
    const close = wordAt(tape.words, node + 1);
    for (let child = node + NODE; child < close; child = after(tape, child)) {
      if (isContainer(tape, child)) open.push(child);
      if (!inObject) continue;
      const name = names.idOf(tape, child);
      const earlier = members[name];
      if (objects[name] === node && earlier !== undefined) shadowed.push(earlier);
      objects[name] = node;
      members[name] = child;
    }
  }
  return shadowed;
}

/** `nodes` ascend; one inside another is replaced with it. */
function replaced(
  tape: Tape,
  bytes: Buffer,
  { nodes, replace }: { nodes: Int32Array; replace: Replacement['json'] },
): string {
  const parts: Buffer[] = [];
  let at = 0;
  for (const node of nodes) {
    const start = wordAt(tape.words, node);
    if (start < at) continue;
    const end = endOf(tape, node);
    parts.push(bytes.subarray(at, start), Buffer.from(replace(bytes.toString('utf8', start, end))));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]).toString();
}
