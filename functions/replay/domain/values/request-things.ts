import { ANY_THING, segmentThing, sentThing } from './place-thing.ts';
import type { LeafPlace } from './request-leaves.ts';
import { VERSION_OF } from './session-values.ts';
import { isTimeText, modifiedThing, timeThing } from './times/issued-times.ts';

/** Requests that depend on when a resource was changed last (RFC 9110 13.1). */
const MODIFIED_SINCE = /^if-(?:un)?modified-since$/i;

/** What a value of a request identifies; null if its place says nothing. `path` is that of the request. */
export function thingOfLeaf(value: string, place: LeafPlace, path: string): string | null {
  if (place.part === 'cookie' || place.part === 'authority' || place.isName || !isTimeText(value))
    return thingOfPlace(place, path);
  if (place.part === 'header' && MODIFIED_SINCE.test(place.field)) return modifiedThing(path);
  return timeThing(place.part === 'path' ? segmentThing(place.field) : sentThing(place), value);
}

function thingOfPlace(place: LeafPlace, path: string): string | null {
  if (place.isName) return ANY_THING;
  switch (place.part) {
    case 'authority':
      return null;
    case 'path':
      return segmentThing(place.field);
    case 'cookie':
      return `cookie:${place.field}`;
    case 'query':
    case 'body':
    case 'header':
      return withVersionOf(sentThing(place), path);
  }
}

/** Binds a version to the resource of its path: version 3 of one document says nothing about another. */
export const withVersionOf = <T extends string | null>(thing: T, path: string): T | string =>
  thing === 'version' ? `${VERSION_OF}${path.split('?', 1)[0]?.replace(/\/+$/, '')}` : thing;
