import { type Mapping, mappingOf, type ValueMap } from './session-values.ts';
import { segmentEntity, sentEntity } from './value-entity.ts';

/** Longer texts are not searched. */
const MAX_LENGTH = 1024 * 1024;
/** Maximum mapped values in one text. */
const MAX_VALUES = 5000;
/** Maximum places before a difference at which a value may begin. */
const MAX_STARTS = 24;

const isEnd = (char: string | undefined): boolean => char === undefined || !/[A-Za-z0-9]/.test(char);
const isOuter = (char: string | undefined): boolean => char === undefined || /[\s"'<>&?;,()]/.test(char);

/**
 * The mappings that explain every difference of two texts: whole tokens of the one stand for whole tokens of the other.
 * Null if something else differs.
 */
export function mappingsBetween(recorded: string, replayed: string, maps: readonly ValueMap[]): Mapping[] | null {
  if (Math.max(recorded.length, replayed.length) > MAX_LENGTH) return null;
  const found: Mapping[] = [];
  let a = 0;
  let b = 0;
  let free = 0;
  for (;;) {
    while (a < recorded.length && recorded.charCodeAt(a) === replayed.charCodeAt(b)) {
      a++;
      b++;
    }
    if (a === recorded.length && b === replayed.length) return found;
    const match = matchAt(recorded, a, free, replayed, b, maps);
    if (match === null || found.length === MAX_VALUES) return null;
    found.push(match.mapping);
    a = match.start + match.mapping.recorded.length;
    b += match.start - match.at + match.mapping.replayed.length;
    free = a;
  }
}

/** The longest mapped value around the first difference: it begins at or before it, and both sides end as tokens. */
function matchAt(recorded: string, at: number, free: number, replayed: string, atB: number, maps: readonly ValueMap[]) {
  const starts: number[] = [];
  for (let start = at; start >= free && starts.length < MAX_STARTS; start--) {
    const before = start === 0 ? undefined : recorded[start - 1];
    if (isEnd(before)) starts.push(start);
    if (isOuter(before)) break;
  }
  for (const start of starts.reverse()) {
    const entity = entityBefore(recorded, start);
    const ends: number[] = [];
    // What stands for a value may begin with it: 5 and 5005.
    for (let end = Math.max(at, start + 1); end <= recorded.length && ends.length < MAX_STARTS; end++) {
      if (isEnd(recorded[end]) || isEnd(recorded[end - 1])) ends.push(end);
      if (isOuter(recorded[end])) break;
    }
    for (const end of ends.reverse()) {
      const mapping = mappingOf(maps, recorded.slice(start, end), entity);
      if (mapping === undefined) continue;
      const startB = atB - (at - start);
      if (!replayed.startsWith(mapping.replayed, startB)) continue;
      if (isEnd(replayed[startB + mapping.replayed.length])) return { mapping, start, at };
    }
  }
  return null;
}

/** The beginning of the value of a named field or meta element. */
const ATTRIBUTE = /\bname=["']([^"'<>]+)["'][^<>]*\s(?:value|content)=["']$/;

/** What a value identifies by the segment or the parameter before it. */
function entityBefore(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - 100), start);
  const segment = /\/([^/\s"'<>?&=]+)\/$/.exec(before)?.[1];
  if (segment !== undefined) return segmentEntity(segment);
  const field = (/[?&]([\w.[\]-]+)=$/.exec(before) ?? ATTRIBUTE.exec(before))?.[1];
  return field === undefined ? null : sentEntity({ field, parent: '', collection: '' });
}
