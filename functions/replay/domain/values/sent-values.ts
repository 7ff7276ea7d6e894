import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { entityOfLeaf } from './request-entities.ts';
import { rewrittenRequest } from './request-leaves.ts';
import { isBound, isTimeEntity, keyOf, TIME_OF } from './session-values.ts';
import { ANY_ENTITY } from './value-entity.ts';
import { isRandom, MAX_VALUE_LENGTH, shapeOf } from './value-shape.ts';
import { noteValue, seenAt, type ValueTable } from './value-table.ts';
import { visitTokens } from './value-tokens.ts';

/** What a value was sent as whose context names no entity (`parentId`), apart from values of any entity. */
const UNNAMED = '?';

/** Notes what a request sends, so that only values that are sent later are learned. */
export function noteSent(sent: ValueTable, request: RecordedRequest, position: number): void {
  if (request.path.includes('?')) noteValue(sent, request.path, position);
  rewrittenRequest(request, (value, context) => {
    if (context.part === 'authority') return value;
    const shape = shapeOf(value);
    if (shape !== null && isRandom(shape)) noteValue(sent, value, position);
    visitTokens(value, (token) => noteValue(sent, token, position));
    const entity = entityOfLeaf(value, context, request.path);
    if (entity === null || (shape !== null && isRandom(shape))) return value;
    if (entity.startsWith('version@')) {
      for (let end = entity.length; end > 'version@'.length; end = entity.lastIndexOf('/', end - 1))
        noteValue(sent, keyOf(value, entity.slice(0, end)), position);
    } else if (isBound(entity)) {
      if (isTimeEntity(entity)) noteValue(sent, TIME_OF, position);
      if (value.length <= MAX_VALUE_LENGTH) noteValue(sent, keyOf(value, entity), position);
    } else if (shape !== null) {
      noteValue(sent, keyOf(value, entity === ANY_ENTITY ? UNNAMED : entity), position);
      noteValue(sent, keyOf(value, ANY_ENTITY), position);
    }
    return value;
  });
}

/** The first and the last request that sends a value at a place of that meaning; undefined if none does. */
export function sentAt(sent: ValueTable, value: string, entity: string | null) {
  const exact = seenAt(sent, keyOf(value, entity));
  if (entity === null || isBound(entity) || entity === ANY_ENTITY) return exact;
  const unnamed = seenAt(sent, keyOf(value, UNNAMED));
  if (exact === undefined || unnamed === undefined) return exact ?? unnamed;
  return { first: Math.min(exact.first, unnamed.first), last: Math.max(exact.last, unnamed.last) };
}
