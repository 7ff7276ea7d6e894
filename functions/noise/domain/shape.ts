import { shownName } from './shown-name.ts';
import { valueType } from './value-type.ts';

/** Names, JSON types and lengths of a body, never values. */
export type Shape = string | { [name: string]: Shape } | Shape[];

const MAX_BODY_LENGTH = 512 * 1024;
const MAX_DEPTH = 6;
const MAX_MEMBERS = 30;
const MAX_NODES = 120;

/** The shape of a recorded or replayed body. If it is not JSON, its kind and length. */
export function bodyShape({ body, bodyEncoding }: { body: string | null; bodyEncoding: 'utf8' | 'base64' }): Shape {
  if (body === null || body === '') return 'empty';
  if (bodyEncoding === 'base64') return `binary(${body.length})`;
  if (body.length > MAX_BODY_LENGTH) return `text(${body.length})`;
  const parsed = parse(body);
  return parsed === undefined ? `text(${body.length})` : shapeOf(parsed);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: described by its length.
    return undefined;
  }
}

function shapeOf(root: unknown): Shape {
  let nodes = 0;

  function walk(value: unknown, depth: number): Shape {
    nodes++;
    if (typeof value === 'string') return `string(${value.length})`;
    if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
    if (Array.isArray(value)) {
      const [first] = value;
      return first === undefined || isTooDeep(depth)
        ? `array(${value.length})`
        : [`array(${value.length}) of`, walk(first, depth + 1)];
    }
    const members = Object.entries(value);
    if (members.length === 0 || isTooDeep(depth)) return `object(${members.length})`;
    const shown = members.slice(0, MAX_MEMBERS).map(([name, one]) => [shownName(name), walk(one, depth + 1)] as const);
    const left = members.length - shown.length;
    // Uses fromEntries because a member may be named __proto__.
    return Object.fromEntries(left > 0 ? [...shown, ['…', `${left} more`]] : shown);
  }
  const isTooDeep = (depth: number) => depth >= MAX_DEPTH || nodes >= MAX_NODES;

  return walk(root, 0);
}

/** Stored excerpts of one side of a difference are cut here (compare/domain/difference.ts). */
const EXCERPT = 1000;

/** Type and length of one side of a difference. */
export function excerptShape(excerpt: string | null): string {
  const type = valueType(excerpt);
  if (excerpt === null || (type !== 'string' && type !== 'text')) return type;
  if (excerpt.length >= EXCERPT) return `${type}(${EXCERPT} or more)`;
  return `${type}(${type === 'string' ? Math.max(excerpt.length - 2, 0) : excerpt.length})`;
}
