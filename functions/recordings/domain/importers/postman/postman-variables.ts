import type { Variables } from './postman-collection.ts';

/** Maximum characters of a text whose variables have values: they may hold each other. */
const MAX_RESOLVED = 1024 * 1024;
const MAX_ROUNDS = 10;
const VARIABLE = /\{\{([^{}]*)\}\}/g;
const MAX_SHOWN_NAME = 100;

/** A text without variables, or the name of the first one that has no value. */
type Resolved = { text: string } | { missing: string };

/** Looks up the variables of a collection, and of the folders below it, the innermost first. */
export interface Scope {
  resolve(text: string): Resolved;
  with(variables: Variables): Scope;
}

/** The values of a collection's variables. Dynamic ones (`$guid`) and those of environments have none. */
export function variableScope(variables: Variables, outer: ReadonlyMap<string, string> = new Map()): Scope {
  const own = new Map(outer);
  for (const { key, id, value, disabled } of variables) if (!disabled) own.set(key ?? id ?? '', value);
  return {
    resolve: (text) => resolved(text, own),
    with: (inner) => (inner.length === 0 ? variableScope([], own) : variableScope(inner, own)),
  };
}

function resolved(given: string, values: ReadonlyMap<string, string>): Resolved {
  let text = given;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let missing: string | null = null;
    let length = text.length;
    const next = text.replace(VARIABLE, (whole, name: string) => {
      const value = values.get(name.trim());
      if (value === undefined) missing ??= name.trim();
      length += (value ?? whole).length - whole.length;
      return length > MAX_RESOLVED ? '' : (value ?? whole);
    });
    if (missing !== null) return { missing: nameOf(missing) };
    if (length > MAX_RESOLVED) break;
    if (next === text && text.search(VARIABLE) === -1) return { text };
    text = next;
  }
  return { missing: nameOf(/\{\{([^{}]*)\}\}/.exec(text)?.[1] ?? '') };
}

const nameOf = (name: string) => name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_SHOWN_NAME);
