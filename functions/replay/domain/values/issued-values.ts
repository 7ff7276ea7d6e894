import { scanJson } from '../../../platform/json/scan-json.ts';
import { isContainer, stringOf, textOf, typeOf, wordAt } from '../../../platform/json/tape.ts';
import type { TapeWords } from '../../../platform/json/tape-words.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { visitLeaves } from './json-leaves.ts';
import { collectionOf, issuedThing } from './place-thing.ts';
import { isBound, keyOf } from './session-values.ts';
import { isRandom, shapeOf } from './value-shape.ts';
import { noteValue, type ValueTable } from './value-table.ts';
import { visitTokens } from './value-tokens.ts';

/** A response as bytes. */
export interface IssuedAnswer {
  headers: readonly Header[];
  body: Uint8Array;
}

const MIN_RANDOM_LENGTH = 16;
/** Maximum bytes read of a body that is not JSON. */
const MAX_TEXT_BYTES = 256 * 1024;
const ISSUING = /^(?:location|content-location|etag|link|set-cookie|x-.*(?:token|csrf|id|cursor|session).*)$/i;

/** Notes the identifying values of a response: random ones, and others with what they identify. */
export function noteIssued(
  table: ValueTable,
  { headers, body }: IssuedAnswer,
  path: string,
  position: number,
  words?: TapeWords,
): void {
  for (const [name, value] of headers) {
    if (ISSUING.test(name)) visitTokens(value, (token) => noteValue(table, token, position));
  }
  const tape = scanJson(body, words);
  if (tape === null || !isContainer(tape, 0)) {
    const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MAX_TEXT_BYTES)).toString(
      'latin1',
    );
    visitTokens(text, (token) => noteValue(table, token, position));
    return;
  }
  const collection = collectionOf(path);
  visitLeaves(tape, (node, field, parent) => {
    const length = wordAt(tape.words, node + 1) - wordAt(tape.words, node);
    const isLong = length >= MIN_RANDOM_LENGTH;
    const thing = issuedThing({ field, parent, collection });
    if (thing === null && !isLong) return;
    const value = typeOf(tape, node) === 'string' ? stringOf(tape, node) : textOf(tape, node);
    const shape = shapeOf(value);
    if (shape !== null && isRandom(shape)) noteValue(table, value, position);
    else if (shape !== null && thing !== null && !isBound(thing)) noteValue(table, keyOf(value, thing), position);
    if (isLong) visitTokens(value, (token) => noteValue(table, token, position));
  });
  words?.give(tape.words);
}
