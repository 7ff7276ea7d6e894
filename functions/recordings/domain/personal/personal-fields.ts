import { isObject } from '../../../platform/json/is-object.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { isMasked } from '../masks/mask.ts';
import type { CasePayload, RecordedCall } from '../recorded-case.ts';
import type { PersonalKind } from './personal-names.ts';
import { personalMatch } from './personal-value.ts';

/** How many values of a field were looked at, and which of them were personal; no value. */
interface FieldCounts {
  checked: number;
  found: Map<PersonalKind, { sure: number; unsure: number }>;
}

/** Counts by field: `path $.customer.email`, `header x-user` or `parameter email`. */
export type PersonalFields = Map<string, FieldCounts>;

/** Maximum values of a case that are looked at. */
const MAX_VALUES = 2000;
/** Elements of a list that are looked at: the others are alike. */
const MAX_ELEMENTS = 20;
/** Maximum characters of a body that is read. */
const MAX_BODY = 1024 * 1024;
const MAX_DEPTH = 24;
/** An object with more members is a map, whose names are values themselves. */
const MAX_MEMBERS = 60;

/** Headers of the protocol, which say nothing of a person. */
const PROTOCOL =
  /^(?:accept|access-control|cache|connection|content|date|etag|expires|host|if-|keep-alive|last-modified|origin|pragma|referer|sec-|server|traceparent|tracestate|transfer|upgrade|user-agent|vary|via)/i;

/** Looks at the values of a case: JSON of bodies and calls, headers, and the parameters of the query and of a form. */
export function personalFields({ request, response, calls }: CasePayload): PersonalFields {
  const into: PersonalFields = new Map();
  const look = looker(into);
  const query = request.path.indexOf('?');
  if (query >= 0) look.parameters(request.path.slice(query + 1));
  for (const side of [request, ...(response ? [response] : [])]) {
    look.headers(side.headers);
    if (side.body === null || side.bodyEncoding !== 'utf8' || side.body.length > MAX_BODY) continue;
    if (/^application\/x-www-form-urlencoded/i.test(headerOf(side.headers, 'content-type') ?? ''))
      look.parameters(side.body);
    else look.text(side.body);
  }
  for (const call of calls) lookAtCall(call, look);
  return into;
}

/** Adds the counts of another case. */
export function addFields(into: PersonalFields, added: PersonalFields): void {
  for (const [field, { checked, found }] of added) {
    const counts = into.get(field) ?? { checked: 0, found: new Map() };
    into.set(field, counts);
    counts.checked += checked;
    for (const [kind, { sure, unsure }] of found) {
      const before = counts.found.get(kind) ?? { sure: 0, unsure: 0 };
      counts.found.set(kind, { sure: before.sure + sure, unsure: before.unsure + unsure });
    }
  }
}

/** Rules reach the body of an exchange `{headers, body}` as if it was all there is. Parameters of statements have no names. */
function lookAtCall({ request, response }: RecordedCall, look: ReturnType<typeof looker>): void {
  for (const text of [request, response]) {
    if (text.length > MAX_BODY) continue;
    const value = jsonOf(text);
    if (typeof value === 'string') look.text(value);
    else if (isObject(value) && 'body' in value) {
      if (typeof value.body === 'string') look.text(value.body);
      else look.json(value.body);
    } else if (isObject(value) && 'sql' in value) continue;
    else look.json(value);
  }
}

function looker(into: PersonalFields) {
  let left = MAX_VALUES;

  function note(field: string, name: string, text: string): void {
    if (left <= 0 || text === '' || isMasked(text)) return;
    left--;
    const counts = into.get(field) ?? { checked: 0, found: new Map() };
    into.set(field, counts);
    counts.checked++;
    const match = personalMatch(name, text);
    if (match === null) return;
    const found = counts.found.get(match.kind) ?? { sure: 0, unsure: 0 };
    counts.found.set(match.kind, found);
    found[match.isSure ? 'sure' : 'unsure']++;
  }

  function json(value: unknown): void {
    for (const { path, name, text } of leavesIn(value)) {
      if (left <= 0) return;
      note(`path ${path}`, name, text);
    }
  }

  return {
    json,

    text(text: string): void {
      if (text.length <= MAX_BODY && /^\uFEFF?\s*[[{]/.test(text)) json(jsonOf(text.replace(/^\uFEFF/, '')));
    },

    headers(headers: readonly (readonly [string, string])[]): void {
      for (const [name, one] of headers)
        if (!PROTOCOL.test(name) && isName(name)) note(`header ${name.toLowerCase()}`, name, one);
    },

    parameters(text: string): void {
      for (const [name, one] of new URLSearchParams(text)) if (isName(name)) note(`parameter ${name}`, name, one);
    },
  };
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
function* leavesIn(root: unknown): Generator<{ path: string; name: string; text: string }> {
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

/** Whether a name is a word of a program, not a value or a long number. */
const isName = (name: string): boolean =>
  /^[A-Za-z_$@][\w$@.-]{0,63}$/.test(name) && !/\d{5}/.test(name) && !/@.*\./.test(name);

/** A step of a path; `[*]` for what may be a value itself. */
function stepOf(name: string, isMap: boolean): string {
  if (isMap || !isName(name)) return '[*]';
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
}
