import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { ANY_THING } from './place-thing.ts';
import { rewrittenRequest } from './request-leaves.ts';
import { thingOfLeaf } from './request-things.ts';
import { isBound, isTimeThing, keyOf, TIME_OF } from './session-values.ts';
import { isRandom, MAX_VALUE_LENGTH, shapeOf } from './value-shape.ts';
import { noteValue, seenAt, type ValueTable } from './value-table.ts';
import { visitTokens } from './value-tokens.ts';

/** What a value was sent as whose place names no thing (`parentId`), apart from values of any thing. */
const UNNAMED = '?';

/** Notes what a request sends, so that only values that are sent later are learned. */
export function noteSent(sent: ValueTable, request: RecordedRequest, position: number): void {
  if (request.path.includes('?')) noteValue(sent, request.path, position);
  rewrittenRequest(request, (value, place) => {
    if (place.part === 'authority') return value;
    const shape = shapeOf(value);
    if (shape !== null && isRandom(shape)) noteValue(sent, value, position);
    visitTokens(value, (token) => noteValue(sent, token, position));
    const thing = thingOfLeaf(value, place, request.path);
    if (thing === null || (shape !== null && isRandom(shape))) return value;
    if (thing.startsWith('version@')) {
      for (let end = thing.length; end > 'version@'.length; end = thing.lastIndexOf('/', end - 1))
        noteValue(sent, keyOf(value, thing.slice(0, end)), position);
    } else if (isBound(thing)) {
      if (isTimeThing(thing)) noteValue(sent, TIME_OF, position);
      if (value.length <= MAX_VALUE_LENGTH) noteValue(sent, keyOf(value, thing), position);
    } else if (shape !== null) {
      noteValue(sent, keyOf(value, thing === ANY_THING ? UNNAMED : thing), position);
      noteValue(sent, keyOf(value, ANY_THING), position);
    }
    return value;
  });
}

/** The first and the last request that sends a value at a place of that meaning; undefined if none does. */
export function sentAt(sent: ValueTable, value: string, thing: string | null) {
  const exact = seenAt(sent, keyOf(value, thing));
  if (thing === null || isBound(thing) || thing === ANY_THING) return exact;
  const unnamed = seenAt(sent, keyOf(value, UNNAMED));
  if (exact === undefined || unnamed === undefined) return exact ?? unnamed;
  return { first: Math.min(exact.first, unnamed.first), last: Math.max(exact.last, unnamed.last) };
}
