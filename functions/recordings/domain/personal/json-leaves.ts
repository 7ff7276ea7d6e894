import { isObject } from '../../../platform/json/is-object.ts';
import { isName, stepTo } from './plain-name.ts';

/** Elements of a list that are looked at: the others are alike. */
export const MAX_ELEMENTS = 20;
const MAX_DEPTH = 24;
/** An object with more members is a map, whose names are values themselves. */
const MAX_MEMBERS = 60;

/** A value in a body: the path of all that are like it, and the name of the field that holds it. */
export interface Leaf {
  path: string;
  name: string;
  text: string;
}

/** A place in a JSON value. */
interface Place {
  value: unknown;
  path: string;
  /** Of the member that holds it, or the list that it is in. */
  name: string;
  depth: number;
}

/** The strings and numbers of a JSON value, each with the path of all that are like it. */
export function* leavesIn(root: unknown): Generator<Leaf> {
  const open: Place[] = childrenOf({ value: root, path: '$', name: '', depth: 0 });
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, path, name, depth } = place;
    if (typeof value === 'string' || typeof value === 'number') yield { path, name, text: String(value) };
    else if (depth < MAX_DEPTH) open.push(...childrenOf(place));
  }
}

/** What is in a list or an object, the first one last. */
function childrenOf({ value, path, name, depth }: Place): Place[] {
  if (Array.isArray(value)) {
    // Of a row in a list of rows, each column is a field.
    const isRow = path.endsWith(']') && !value.some((one) => isObject(one));
    const step = (at: number) => `${path}[${isRow ? at : '*'}]`;
    const elements = value.slice(0, MAX_ELEMENTS);
    return elements.map((one, at) => ({ value: one, path: step(at), name, depth: depth + 1 })).reverse();
  }
  if (!isObject(value)) return [];
  const members = Object.entries(value);
  const isMap = members.length > MAX_MEMBERS;
  return members
    .slice(0, MAX_MEMBERS)
    .map(([member, one]) => ({ value: one, path: path + stepOf(member, isMap), name: member, depth: depth + 1 }))
    .reverse();
}

/** A step of a path; `[*]` for what may be a value itself. */
const stepOf = (name: string, isMap: boolean): string => (isMap || !isName(name) ? '[*]' : stepTo(name));
