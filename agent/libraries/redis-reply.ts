import { bytesOfJson, isBase64, jsonOfBytes, membersOf } from '../core/json-value.ts';

/** A reply of Redis as JSON: texts, numbers, null, lists; bytes that are no text as `{base64}`, an error as `{error}`. */
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
}

/** A reply as the client's parser gives it. */
export function replyOf(json: unknown, form: ReplyForm): unknown {
  if (typeof json === 'string' || isBase64(json)) return form.text(bytesOfJson(json));
  if (Array.isArray(json)) return json.map((one) => replyOf(one, form));
  if (typeof json !== 'object' || json === null) return json ?? null;
  const { error, map, set, simple, bulk, double, big } = membersOf(json);
  // As recorders of the wire write what JSON has no form for.
  const text = simple ?? bulk;
  if (typeof text === 'string') return form.text(Buffer.from(text));
  if (typeof double === 'string') return Number(double);
  if (typeof big === 'string') return BigInt(big);
  if (typeof error === 'string') return form.error(error);
  if (Array.isArray(set)) return new Set(set.map((one) => replyOf(one, form)));
  if (Array.isArray(map)) {
    const entries = map.map((pair): [string, unknown] => [String(pair[0]), replyOf(pair[1], form)]);
    return Object.assign(Object.create(null), Object.fromEntries(entries));
  }
  return json;
}

const SESSION = new Set('AUTH SELECT CLIENT HELLO PING QUIT READONLY READWRITE RESET ECHO'.split(' '));

/** Whether a command belongs to the connection, and is no call. */
export const isSessionCommand = (command: string): boolean => SESSION.has(command);

/** What a server answers to such a command. */
export const sessionReply = (command: string): string => (command === 'PING' ? 'PONG' : 'OK');

const SUBSCRIPTIONS = new Set(
  'SUBSCRIBE PSUBSCRIBE SSUBSCRIBE UNSUBSCRIBE PUNSUBSCRIBE SUNSUBSCRIBE MONITOR'.split(' '),
);

/** Whether a command makes the connection one that receives messages, which are not recorded. */
export const isSubscription = (command: string): boolean => SUBSCRIPTIONS.has(command);
