import { bytesOfJson, isBase64, jsonOfBytes, membersOf } from '../core/json-value.ts';

/**
 * A reply of Redis as JSON: texts, numbers, null, lists; bytes that are not text as `{base64}`, an error as `{error}`.
 */
export function replyJson(reply: unknown): unknown {
  if (reply instanceof Uint8Array) return jsonOfBytes(reply);
  if (Array.isArray(reply)) return reply.map(replyJson);
  if (reply instanceof Error) return { error: reply.message };
  if (typeof reply === 'bigint') return Number(reply);
  if (reply instanceof Map) return { map: [...reply].map(([name, value]) => [replyJson(name), replyJson(value)]) };
  if (reply instanceof Set) return { set: [...reply].map(replyJson) };
  if (typeof reply === 'object' && reply !== null)
    return { map: Object.entries(reply).map(([name, value]) => [name, replyJson(value)]) };
  return reply ?? null;
}

/** How a client takes the parts of a reply. */
export interface ReplyForm {
  text(bytes: Buffer): unknown;
  error(message: string): Error;
  /** Default: as `text`. */
  simple?(bytes: Buffer): unknown;
  /** Default: as `text`. */
  bulk?(bytes: Buffer): unknown;
  /** Default: an object without a prototype. */
  map?(pairs: [unknown, unknown][]): unknown;
  /** Default: a set. */
  set?(members: unknown[]): unknown;
}

/** A reply as the client's parser gives it. */
export function replyOf(json: unknown, form: ReplyForm): unknown {
  if (typeof json === 'string' || isBase64(json)) return form.text(bytesOfJson(json));
  if (Array.isArray(json)) return json.map((one) => replyOf(one, form));
  if (typeof json !== 'object' || json === null) return json ?? null;
  const { error, map, set, simple, bulk, double, big } = membersOf(json);
  // As recorders of the wire write what JSON has no form for.
  if (typeof simple === 'string') return (form.simple ?? form.text)(Buffer.from(simple));
  if (typeof bulk === 'string') return (form.bulk ?? form.text)(Buffer.from(bulk));
  if (typeof double === 'string') return Number(double);
  if (typeof big === 'string') return BigInt(big);
  if (typeof error === 'string') return form.error(error);
  if (Array.isArray(set)) {
    const members = set.map((one) => replyOf(one, form));
    return form.set ? form.set(members) : new Set(members);
  }
  if (Array.isArray(map)) {
    if (form.map) return form.map(map.map(([name, value]) => [replyOf(name, form), replyOf(value, form)]));
    const entries = map.map((pair): [string, unknown] => [String(pair[0]), replyOf(pair[1], form)]);
    return Object.assign(Object.create(null), Object.fromEntries(entries));
  }
  return json;
}

const SESSION = new Set('AUTH SELECT CLIENT HELLO PING QUIT READONLY READWRITE RESET ECHO'.split(' '));

/** Whether a command belongs to the connection, and is not a call. */
export const isSessionCommand = (command: string): boolean => SESSION.has(command);

/** What a server answers to such a command. */
export const sessionReply = (command: string): string => (command === 'PING' ? 'PONG' : 'OK');

const SUBSCRIPTIONS = new Set(
  'SUBSCRIBE PSUBSCRIBE SSUBSCRIBE UNSUBSCRIBE PUNSUBSCRIBE SUNSUBSCRIBE MONITOR'.split(' '),
);

/** Whether a command makes the connection one that receives messages, which are not recorded. */
export const isSubscription = (command: string): boolean => SUBSCRIPTIONS.has(command);
