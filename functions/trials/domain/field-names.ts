import { scanJson } from '../../platform/json/scan-json.ts';
import { after, isContainer, NODE, nameOf, type Tape, typeOf, wordAt } from '../../platform/json/tape.ts';
import { isDeeperThan } from '../../platform/values/json-text.ts';

/** Maximum names, and the depth below which none is listed. */
const MAX_NAMES = 100;
const MAX_DEPTH = 16;

/** Stands for a name that may be a value, such as an id or an address that a map has as its key. */
const HIDDEN = '*';

/** A word of a schema: letters, few digits, and not long. */
export const shownName = (name: string): string =>
  /^[A-Za-z_$][\w$-]{0,39}$/.test(name) && (name.match(/\d/g)?.length ?? 0) <= 3 ? name : HIDDEN;

/**
 * The names of the fields of a JSON text, such as `data.token` and `items[].id`, in the order of the text and never
 * with a value; null if it is not JSON.
 */
export function fieldNames(body: Uint8Array): string[] | null {
  if (isDeeperThan(MAX_DEPTH * MAX_DEPTH, body)) return null;
  const tape = scanJson(body);
  if (tape === null) return null;
  const names = new Set<string>();
  collect(tape, 0, '', names, 0);
  return [...names];
}

function collect(tape: Tape, node: number, path: string, names: Set<string>, depth: number): void {
  if (names.size >= MAX_NAMES) return;
  if (!isContainer(tape, node) || depth === MAX_DEPTH) {
    if (path !== '') names.add(path);
    return;
  }
  const isObject = typeOf(tape, node) === 'object';
  const close = wordAt(tape.words, node + 1);
  for (let child = node + NODE; child < close; child = after(tape, child)) {
    const below = isObject ? `${path === '' ? '' : `${path}.`}${shownName(nameOf(tape, child))}` : `${path}[]`;
    collect(tape, child, below, names, depth + 1);
  }
}
