import { isUtf8 } from 'node:buffer';
import { isObject } from '../../functions/platform/json/is-object.ts';
import { isBase64, wireBytes, wireValue } from '../wire/wire-value.ts';
import type { Resp } from './resp-reader.ts';

/** Simple strings that are recorded as text; the same text as a bulk string is `{bulk: …}`. */
const SIMPLE: ReadonlySet<string> = new Set(['OK', 'QUEUED', 'PONG']);

/** Writes a reply as JSON: strings, numbers, null, arrays; what JSON has no form for as an object with one member. */
export function jsonOf(value: Resp): unknown {
  switch (value.type) {
    case 'simple':
      return SIMPLE.has(value.text) ? value.text : { simple: value.text };
    case 'bulk': {
      const text = wireValue(value.bytes);
      return typeof text === 'string' && SIMPLE.has(text) ? { bulk: text } : text;
    }
    case 'integer': {
      const number = Number(value.text);
      return Number.isSafeInteger(number) && String(number) === value.text ? number : { integer: value.text };
    }
    case 'null':
      return value.of === 'array' ? { array: null } : null;
    case 'boolean':
      return value.value;
    case 'array':
      return value.items.map(jsonOf);
    case 'map':
      return { map: pairs(value.items.map(jsonOf)) };
    case 'set':
    case 'push':
      return { [value.type]: value.items.map(jsonOf) };
    case 'verbatim':
    case 'bulkError':
      return { [value.type]: isUtf8(value.bytes) ? value.bytes.toString('utf8') : wireValue(value.bytes) };
    default:
      return { [value.type]: value.text };
  }
}

const pairs = (items: readonly unknown[]): [unknown, unknown][] =>
  items.flatMap((item, at): [unknown, unknown][] => (at % 2 === 0 ? [[item, items[at + 1]]] : []));

/** The version of the protocol that a client speaks. */
export type Protocol = 2 | 3;

const CRLF = '\r\n';
const text = (line: string): Buffer => Buffer.from(line.replaceAll(/[\r\n]+/g, ' ') + CRLF);
const counted = (sign: string, parts: readonly Buffer[], count = parts.length): Buffer =>
  Buffer.concat([text(`${sign}${count}`), ...parts]);
export const bulkBytes = (bytes: Buffer): Buffer => Buffer.concat([text(`$${bytes.length}`), bytes, Buffer.from(CRLF)]);
/** Writes an error reply. */
export const errorBytes = (message: string): Buffer => text(`-${message}`);

/**
 * Writes a recorded reply as bytes. A client of RESP2 gets values of RESP3 as Redis itself writes them for it: a map as
 * a flat array, and so on. Objects of other recorders are maps.
 */
export function respBytes(value: unknown, protocol: Protocol): Buffer {
  if (value === null || value === undefined) return text(protocol === 3 ? '_' : '$-1');
  if (typeof value === 'string') return SIMPLE.has(value) ? text(`+${value}`) : bulkBytes(Buffer.from(value));
  if (typeof value === 'number' && Number.isSafeInteger(value)) return text(`:${value}`);
  if (typeof value === 'boolean') return text(BOOLEANS[protocol][value ? 1 : 0]);
  if (Array.isArray(value))
    return counted(
      '*',
      value.map((item) => respBytes(item, protocol)),
    );
  if (isBase64(value)) return bulkBytes(Buffer.from(value.base64, 'base64'));
  if (isObject(value)) return objectBytes(value, protocol);
  return bulkBytes(Buffer.from(String(value)));
}

function objectBytes(value: Record<string, unknown>, protocol: Protocol): Buffer {
  const entries = Object.entries(value);
  const [[type, content] = ['', null]] = entries;
  const known = entries.length === 1 ? typedBytes(type, content, protocol) : null;
  if (known !== null) return known;
  const write = (item: unknown): Buffer => respBytes(item, protocol);
  return mapBytes(
    entries.flatMap(([name, item]) => [write(name), write(item)]),
    protocol,
  );
}

/** Writes an object with one member, which names the type of its content; null for any other. */
function typedBytes(type: string, content: unknown, protocol: Protocol): Buffer | null {
  switch (type) {
    case 'set':
    case 'push':
    case 'map':
      return Array.isArray(content) ? collectionBytes(type, content, protocol) : null;
    case 'simple':
      return text(`+${content}`);
    case 'error':
      return text(`-${content}`);
    case 'integer':
      return text(`:${content}`);
    case 'array':
      return text(protocol === 3 ? '_' : '*-1');
    case 'bulk':
      return bulkBytes(bytesOf(content));
    default:
      return protocol === 3 ? resp3Bytes(type, content) : resp2Bytes(type, content);
  }
}

const bytesOf = (content: unknown): Buffer => wireBytes(content) ?? Buffer.alloc(0);

function collectionBytes(type: 'set' | 'push' | 'map', content: unknown[], protocol: Protocol): Buffer {
  const write = (item: unknown): Buffer => respBytes(item, protocol);
  return type === 'map'
    ? mapBytes(content.flat(1).map(write), protocol)
    : counted(SIGNS[protocol][type], content.map(write));
}

/** Values that RESP2 has no form for, as Redis writes them for its clients. */
function resp2Bytes(type: string, content: unknown): Buffer | null {
  switch (type) {
    case 'double':
    case 'big':
      return bulkBytes(bytesOf(content));
    case 'bulkError':
      return text(`-${content}`);
    case 'verbatim':
      return bulkBytes(bytesOf(content).subarray(4));
    default:
      return null;
  }
}

function resp3Bytes(type: string, content: unknown): Buffer | null {
  const blob = (sign: string): Buffer => {
    const bytes = bytesOf(content);
    return Buffer.concat([text(`${sign}${bytes.length}`), bytes, Buffer.from(CRLF)]);
  };
  switch (type) {
    case 'double':
      return text(`,${content}`);
    case 'big':
      return text(`(${content}`);
    case 'bulkError':
      return blob('!');
    case 'verbatim':
      return blob('=');
    default:
      return null;
  }
}

const BOOLEANS = { 2: [':0', ':1'], 3: ['#f', '#t'] } as const;
const SIGNS = { 2: { set: '*', push: '*' }, 3: { set: '~', push: '>' } } as const;

const mapBytes = (parts: readonly Buffer[], protocol: Protocol): Buffer =>
  protocol === 3 ? counted('%', parts, parts.length / 2) : counted('*', parts);

/** Writes a command. */
export const commandBytes = (words: readonly (string | Buffer)[]): Buffer =>
  counted(
    '*',
    words.map((word) => bulkBytes(Buffer.from(word))),
  );
