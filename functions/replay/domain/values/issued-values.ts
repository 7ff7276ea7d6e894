import { scanJson } from '../../../platform/json/scan-json.ts';
import {
  after,
  byteAt,
  isContainer,
  NODE,
  nameOf,
  stringOf,
  type Tape,
  textOf,
  typeOf,
  wordAt,
} from '../../../platform/json/tape.ts';
import type { TapeWords } from '../../../platform/json/tape-words.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { isBound, keyOf } from './session-values.ts';
import { collectionOf, issuedEntity, namesNothing } from './value-entity.ts';
import { isRandom, shapeOf } from './value-shape.ts';
import { noteValue, type ValueTable } from './value-table.ts';
import { visitTokens } from './value-tokens.ts';

/** A response as bytes. */
export interface IssuedAnswer {
  headers: readonly Header[];
  body: Uint8Array;
}

/** Which names of members say nothing about their value, by a hash of their bytes; plain data. */
type PlainNames = Map<number, boolean>;

const MIN_RANDOM_LENGTH = 16;
/** Maximum bytes read of a body that is not JSON. */
const MAX_TEXT_BYTES = 256 * 1024;
const MAX_PLAIN_NAMES = 500;
/** Deeper values are not visited. */
const MAX_DEPTH = 64;
const ISSUING = /^(?:location|content-location|etag|link|set-cookie|x-.*(?:token|csrf|id|cursor|session).*)$/i;

interface Noting {
  table: ValueTable;
  position: number;
  tape: Tape;
  collection: string;
  names: PlainNames;
  /** What fields identify, by hashes of their name and that of what contains them. */
  entities: Map<number, string | null>;
  hashes: number[];
}

/** Where a response is noted. */
export interface NotingFacts {
  path: string;
  position: number;
  names: PlainNames;
  words?: TapeWords;
}

/** Notes the random values in the headers of a response. */
export function noteHeaders(
  table: ValueTable,
  { headers }: Pick<IssuedAnswer, 'headers'>,
  { position }: Pick<NotingFacts, 'position'>,
): void {
  for (const [name, value] of headers) {
    if (ISSUING.test(name)) visitTokens(value, (token) => noteValue(table, token, position));
  }
}

/**
 * Notes the identifying values in the body of a response: random ones, and others with what they identify. Returns
 * their hashes.
 */
export function noteBody(table: ValueTable, body: Uint8Array, { path, position, names, words }: NotingFacts): number[] {
  const hashes: number[] = [];
  const tape = scanJson(body, words);
  if (tape !== null && isContainer(tape, 0)) {
    const noting = { table, position, tape, collection: collectionOf(path), names, entities: new Map(), hashes };
    walk(noting, 0, -1, -1, 0);
    words?.give(tape.words);
    return hashes;
  }
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MAX_TEXT_BYTES)).toString('latin1');
  visitTokens(text, (token) => hashes.push(noteValue(table, token, position)));
  return hashes;
}

/** `field` and `parent` are nodes that have the name of the value, and of what contains it; -1 if there is none. */
function walk(noting: Noting, node: number, field: number, parent: number, depth: number): void {
  const { tape } = noting;
  if (depth === MAX_DEPTH) return;
  const ofMembers = typeOf(tape, node) === 'object';
  const close = wordAt(tape.words, node + 1);
  for (let child = node + NODE; child < close; child = after(tape, child)) {
    const own = ofMembers ? child : field;
    const above = ofMembers ? field : parent;
    if (isContainer(tape, child)) walk(noting, child, own, above, depth + 1);
    else noteLeaf(noting, child, own, above);
  }
}

/** Most values are passed over without being read: short ones whose name says nothing, and texts of words. */
function noteLeaf(noting: Noting, node: number, field: number, parent: number) {
  const { table, position, tape, names, hashes } = noting;
  const start = wordAt(tape.words, node);
  const end = wordAt(tape.words, node + 1);
  const mayBeRandom = end - start >= MIN_RANDOM_LENGTH && hasRun(tape.bytes, start, end);
  const isPlain = field < 0 || isPlainName(tape, field, names);
  if (isPlain && !mayBeRandom) return;
  const type = typeOf(tape, node);
  if (type !== 'string' && type !== 'number') return;
  const value = type === 'string' ? stringOf(tape, node) : textOf(tape, node);
  const shape = shapeOf(value);
  if (shape !== null && isRandom(shape)) hashes.push(noteValue(table, value, position));
  else if (shape !== null && !isPlain) {
    const entity = entityOf(noting, field, parent);
    if (entity !== null) hashes.push(noteValue(table, keyOf(value, entity), position));
  }
  if (mayBeRandom) visitTokens(value, (token) => hashes.push(noteValue(table, token, position)));
}

/** What has an id in this field; null for cookies, versions and similar ones. */
function entityOf({ tape, collection, entities }: Noting, field: number, parent: number): string | null {
  const key = nameHash(tape, field) * 31 + (parent < 0 ? 0 : nameHash(tape, parent));
  const known = entities.get(key);
  if (known !== undefined) return known;
  const context = { field: nameOf(tape, field), parent: parent < 0 ? '' : nameOf(tape, parent), collection };
  const entity = issuedEntity(context);
  const found = entity === null || isBound(entity) ? null : entity;
  entities.set(key, found);
  return found;
}

/** Whether bytes have as many characters in a row that a value may have as a random value has at least. */
function hasRun(bytes: Uint8Array, start: number, end: number): boolean {
  let length = 0;
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at);
    length = byte > 0x20 && byte !== 0x22 && byte !== 0x2c ? length + 1 : 0;
    if (length === MIN_RANDOM_LENGTH) return true;
  }
  return false;
}

function isPlainName(tape: Tape, member: number, names: PlainNames): boolean {
  if (wordAt(tape.words, member + 2) < 0) return true;
  const hash = nameHash(tape, member);
  const known = names.get(hash);
  if (known !== undefined) return known;
  const isPlain = namesNothing(nameOf(tape, member));
  if (names.size < MAX_PLAIN_NAMES) names.set(hash, isPlain);
  return isPlain;
}

function nameHash({ bytes, words }: Tape, member: number): number {
  const start = wordAt(words, member + 2);
  const end = wordAt(words, member + 3);
  let hash = end - start;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ byteAt(bytes, at), 0x01000193);
  return hash;
}
