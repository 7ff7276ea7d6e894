import { isObject } from '../../platform/json/is-object.ts';
import { jsonOf } from '../../platform/values/json-text.ts';

/** A value that value mapping sent in place of a recorded one (docs/value-mapping.md). */
export interface ValueAlias {
  replayed: string;
  recorded: string;
  /** What it identifies; null for random values, which mean the same wherever they are. */
  thing: string | null;
}

/** Values of an alias without an entity that are shorter may be words. */
const MIN_RANDOM = 8;
/** Maximum depth of JSON inside texts of JSON. */
const MAX_INNER = 4;

/** Puts recorded values in place of replayed ones in what the application asks; the same value if there are none. */
export function asRecorded(request: unknown, aliases: readonly ValueAlias[]): unknown {
  if (aliases.length === 0) return request;
  return mapped(request, '', (text) => {
    for (const { replayed, recorded } of aliases) {
      if (text === replayed) return recorded;
      const inside = delimited(text, replayed, recorded);
      if (inside !== text) return inside;
    }
    return text;
  });
}

/**
 * Puts replayed values in place of recorded ones in a JSON text that the application is answered: random values
 * anywhere, others where the name of the member says that it is an id.
 */
export function asReplayed(response: string, aliases: readonly ValueAlias[]): string {
  const used = aliases.filter(({ recorded }) => response.includes(recorded));
  if (used.length === 0) return response;
  const value = jsonOf(response);
  if (value === undefined) return response;
  return JSON.stringify(mapped(value, '', (text, name) => replayedText(text, name, used, 0)));
}

function replayedText(text: string, name: string, aliases: readonly ValueAlias[], depth: number): string {
  if (depth < MAX_INNER && /^\s*[[{]/.test(text)) {
    const inner = jsonOf(text);
    if (inner !== undefined)
      return JSON.stringify(mapped(inner, name, (leaf, at) => replayedText(leaf, at, aliases, depth + 1)));
  }
  for (const { replayed, recorded, thing } of aliases) {
    const isRandom = thing === null && recorded.length >= MIN_RANDOM;
    if (text === recorded && (isRandom || IDENTIFIES.test(name))) return replayed;
    const inside = isRandom ? delimited(text, recorded, replayed) : text;
    if (inside !== text) return inside;
  }
  return text;
}

/** Names of members that hold ids. */
const IDENTIFIES =
  /(?:^|[_\-.])(?:id|ids|uuid|key|ref|number|token|cursor|etag|version)$|(?:Id|Ids|ID|Uuid|Key|Ref|Token)$/i;

/** Every string and number of a JSON value, with the name of the member that holds it; a number stays one if it can. */
function mapped(value: unknown, name: string, change: (text: string, name: string) => string): unknown {
  if (typeof value === 'string') return change(value, name);
  if (typeof value === 'number') {
    const text = String(value);
    const other = change(text, name);
    return other === text ? value : /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(other) ? Number(other) : other;
  }
  if (Array.isArray(value)) return value.map((item) => mapped(item, name, change));
  if (!isObject(value) || 'rawJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([at, member]) => [at, mapped(member, at, change)]));
}

/** Replaces a value in a text where no letter or digit adjoins it. */
function delimited(text: string, from: string, to: string): string {
  let changed = '';
  let kept = 0;
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) {
    if (isWord(text[at - 1]) || isWord(text[at + from.length])) continue;
    changed += text.slice(kept, at) + to;
    kept = at + from.length;
  }
  return kept === 0 ? text : changed + text.slice(kept);
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
