import { replyJson, replyOf } from './redis-reply.ts';

/** How a client of `redis` wants the types of a reply: `returnBuffers` of 4, `typeMapping` since 5. */
export interface ReplyMapping {
  returnBuffers?: boolean;
  typeMapping?: Readonly<Record<number, unknown>>;
}

/** The types of RESP by their first byte. */
const [BLOB, SIMPLE, MAP, SET] = ['$', '+', '%', '~'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** Simple strings that recorders write as plain texts. */
const STATUSES = new Set(['OK', 'QUEUED', 'PONG']);

/** Returns a reply of `redis` as JSON. Simple strings and bulk strings stay distinct. */
export function mappedReplyJson(reply: unknown, mapping: ReplyMapping | undefined): unknown {
  if (mapping?.typeMapping?.[BLOB] !== Buffer) return replyJson(reply);
  if (Array.isArray(reply)) return reply.map((one) => mappedReplyJson(one, mapping));
  if (typeof reply === 'string') return STATUSES.has(reply) ? reply : { simple: reply };
  if (reply instanceof Uint8Array) {
    const json = replyJson(reply);
    return typeof json === 'string' && STATUSES.has(json) ? { bulk: json } : json;
  }
  return replyJson(reply);
}

/** A recorded reply as the decoder of `redis` gives it. */
export function mappedReplyOf(
  json: unknown,
  mapping: ReplyMapping | undefined,
  error: (message: string) => Error,
): unknown {
  const types = mapping?.typeMapping ?? {};
  const form = (isBuffer: boolean) => (bytes: Buffer) =>
    isBuffer || mapping?.returnBuffers === true ? bytes : bytes.toString('utf8');
  const text = form(types[BLOB] === Buffer);
  const simple = form(types[SIMPLE] === Buffer);
  const status = (bytes: Buffer) => (STATUSES.has(bytes.toString('utf8')) ? simple(bytes) : text(bytes));
  return replyOf(json, {
    text: status,
    bulk: text,
    simple,
    error,
    map: (pairs) => {
      if (types[MAP] === Map) return new Map(pairs);
      if (types[MAP] === Array) return pairs.flat();
      return Object.assign(
        Object.create(null),
        Object.fromEntries(pairs.map(([name, value]) => [String(name), value])),
      );
    },
    set: (members) => (types[SET] === Set ? new Set(members) : members),
  });
}

/** The characters and bytes of a reply, at least. */
export function replySize(reply: unknown): number {
  if (typeof reply === 'string' || reply instanceof Uint8Array) return reply.length;
  if (reply instanceof Map) return replySize([...reply]);
  if (reply instanceof Set || Array.isArray(reply)) return [...reply].reduce((sum, one) => sum + replySize(one), 0);
  return typeof reply === 'object' && reply !== null ? replySize(Object.entries(reply)) : 8;
}
