/**
 * A scanned JSON text (RFC 8259): four words per node, in document order, the root at 0.
 *
 * | word | scalar                  | object, array         | its close              |
 * | ---- | ----------------------- | --------------------- | ---------------------- |
 * | 0    | first byte              | first byte            | node of the container  |
 * | 1    | byte after the last     | node of its close     | byte after the last    |
 * | 2, 3 | the member's name: first byte after the quote, its closing quote; -1 for elements and the root |
 */
export interface Tape {
  readonly bytes: Uint8Array;
  readonly words: Int32Array<ArrayBuffer>;
}

/** Words of a node. */
export const NODE = 4;

/** A byte, 0 past the end: the grammar nowhere allows a NUL, so nothing reads beyond. */
export const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

export const wordAt = (words: Int32Array, at: number): number => words[at] ?? 0;

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** The type of a node, by its first byte. */
export function typeOf(tape: Tape, node: number): JsonType {
  switch (byteAt(tape.bytes, wordAt(tape.words, node))) {
    case 0x7b:
      return 'object';
    case 0x5b:
      return 'array';
    case 0x22:
      return 'string';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

/** Whether a node is an object or an array. */
export const isContainer = ({ bytes, words }: Tape, node: number): boolean =>
  (byteAt(bytes, wordAt(words, node)) | 0x20) === 0x7b;

/**
 * Whether a node is the close of a container. The first word of any other node is its first byte: what its number would
 * mean as a node ends before that byte, so no such node is closed by it.
 */
export function isClose({ words }: Tape, node: number): boolean {
  const container = wordAt(words, node);
  return container < node && container % NODE === 0 && wordAt(words, container + 1) === node;
}

/** The byte after the last one of a node. */
export function endOf(tape: Tape, node: number): number {
  const word = wordAt(tape.words, node + 1);
  return isContainer(tape, node) ? wordAt(tape.words, word + 1) : word;
}

/** The node after a node and its descendants: its next sibling, or the close of their container. */
export const after = (tape: Tape, node: number): number =>
  isContainer(tape, node) ? wordAt(tape.words, node + 1) + NODE : node + NODE;

/** The nodes of the members or elements of a container, in document order. */
export function childrenOf(tape: Tape, container: number): number[] {
  const close = wordAt(tape.words, container + 1);
  const children: number[] = [];
  for (let child = container + NODE; child < close; child = after(tape, child)) children.push(child);
  return children;
}

/** The child of that name, the last one if a name repeats; -1 if there is none. */
export function memberOf(tape: Tape, object: number, name: string): number {
  if (typeOf(tape, object) !== 'object') return -1;
  const close = wordAt(tape.words, object + 1);
  let found = -1;
  for (let member = object + NODE; member < close; member = after(tape, member)) {
    if (hasName(tape, member, name)) found = member;
  }
  return found;
}

/** Whether a member has that name; most are compared by their bytes without allocating a string. */
export function hasName(tape: Tape, member: number, name: string): boolean {
  const start = wordAt(tape.words, member + 2);
  const end = wordAt(tape.words, member + 3);
  // Six bytes (\uXXXX) are the most that JSON uses for one UTF-16 unit.
  if (end - start > 6 * name.length) return false;
  for (let at = start; at < end; at++) {
    const byte = byteAt(tape.bytes, at);
    if (byte === 0x5c || byte >= 0x80) return nameOf(tape, member) === name;
    if (byte !== name.charCodeAt(at - start)) return false;
  }
  return end - start === name.length;
}

/** The decoded name of a member. */
export const nameOf = ({ bytes, words }: Tape, member: number): string =>
  decoded(bytes, wordAt(words, member + 2), wordAt(words, member + 3));

/** The decoded text of a string node. */
export const stringOf = ({ bytes, words }: Tape, node: number): string =>
  decoded(bytes, wordAt(words, node) + 1, wordAt(words, node + 1) - 1);

/** A node as it was written. */
export const textOf = (tape: Tape, node: number): string =>
  utf8(tape.bytes, wordAt(tape.words, node), endOf(tape, node));

/** The decoded text between two quotes. */
export function decoded(bytes: Uint8Array, start: number, end: number): string {
  const text = utf8(bytes, start, end);
  if (!text.includes('\\')) return text;
  const value: unknown = JSON.parse(`"${text}"`);
  return String(value);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this length, putting ASCII together takes less than a call of the decoder. */
const MAX_SHORT = 12;

/** Bytes as text. */
export function utf8(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > MAX_SHORT || end > bytes.length) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at);
    if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Whether two slices of two texts are the same bytes. */
export function sameBytes(a: Uint8Array, startA: number, endA: number, b: Uint8Array, startB: number, endB: number) {
  if (endA - startA !== endB - startB) return false;
  for (let i = startA, j = startB; i < endA; i++, j++) if (a[i] !== b[j]) return false;
  return true;
}
