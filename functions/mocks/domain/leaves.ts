import { isObject } from '../../platform/json/is-object.ts';
import { jsonOf } from '../../platform/values/json-text.ts';

/** The scalars of a request by their path, as `body.items[0].id`; those of JSON inside a text, too. */
export type Leaves = ReadonlyMap<string, string>;

/** Maximum scalars of a request that are compared. */
const MAX_LEAVES = 1000;
/** Maximum depth; what is deeper counts as one scalar. */
const MAX_DEPTH = 40;
/** Longer texts are content. */
const MAX_INNER = 64 * 1024;

/** The scalars of a request, at most 1,000. Empty lists and objects count as one. */
export function leavesOf(request: unknown): Leaves {
  const leaves = new Map<string, string>();
  visit(request, '', 0, leaves);
  return leaves;
}

function visit(value: unknown, path: string, depth: number, leaves: Map<string, string>): void {
  if (leaves.size >= MAX_LEAVES) return;
  if (typeof value === 'string') {
    const inner = depth < MAX_DEPTH && value.length <= MAX_INNER && /^\s*[[{]/.test(value) ? jsonOf(value) : undefined;
    if (typeof inner === 'object' && inner !== null) visit(inner, path, depth + 1, leaves);
    else leaves.set(path, value);
  } else if (Array.isArray(value) && value.length > 0 && depth < MAX_DEPTH)
    for (const [at, item] of value.entries()) visit(item, `${path}[${at}]`, depth + 1, leaves);
  else if (isObject(value) && depth < MAX_DEPTH && Object.keys(value).length > 0)
    for (const [name, member] of Object.entries(value))
      visit(member, path === '' ? name : `${path}.${name}`, depth + 1, leaves);
  else leaves.set(path, JSON.stringify(value) ?? 'null');
}
