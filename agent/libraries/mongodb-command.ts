import { isSessionCall } from '../../functions/recordings/domain/calls/session-call.ts';
import type { CallError } from '../core/agent-call.ts';
import { membersOf } from '../core/json-value.ts';

/** The parts of `bson` that are used. */
export interface Bson {
  serialize(document: object, options?: object): Uint8Array;
  deserialize(bytes: Uint8Array, options?: object): Record<string, unknown>;
  EJSON: {
    serialize(value: object, options: { relaxed: boolean }): Record<string, unknown>;
    deserialize(value: object, options: { relaxed: boolean }): Record<string, unknown>;
  };
}

/** A message to a server (`OpMsgRequest`). */
export interface MongoMessage {
  databaseName: string;
  command: Record<string, unknown>;
  options?: { ignoreUndefined?: boolean; serializeFunctions?: boolean };
}

/** Members of commands that belong to the connection and its session. */
const OF_SESSION: ReadonlySet<string> = new Set(
  'lsid $clusterTime txnNumber startTransaction autocommit $readPreference'.split(' '),
);

/** Keeps each number in its BSON type. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };

/** Whether a command belongs to its session: a handshake, the end of a transaction or of a cursor. */
export const isSessionCommand = (name: string): boolean =>
  name === 'killCursors' || isSessionCall({ kind: 'database', operation: name });

/** Whether a command follows changes, which has no end that could be recorded. */
export const isChangeStream = ({ pipeline }: Record<string, unknown>): boolean =>
  Array.isArray(pipeline) && '$changeStream' in membersOf(pipeline[0]);

/** The operation of a command: its name, with its collection. */
export function mongoOperation(command: Record<string, unknown>): string {
  const [name = ''] = Object.keys(command);
  const collection = typeof command[name] === 'string' ? command[name] : command.collection;
  return typeof collection === 'string' ? `${name} ${collection}` : name;
}

/** A command as Extended JSON, without its session. `isTimed`: its `maxTimeMS` is what was left of a time limit. */
export function mongoRequest(bson: Bson, { command, options }: MongoMessage, isTimed: boolean): unknown {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(command))
    if (!OF_SESSION.has(name) && !(isTimed && name === 'maxTimeMS')) kept[name] = sequenceOf(value);
  if (typeof kept.readConcern === 'object' && kept.readConcern !== null) {
    const { afterClusterTime: _, ...readConcern } = membersOf(kept.readConcern);
    if (Object.keys(readConcern).length > 0) kept.readConcern = readConcern;
    else delete kept.readConcern;
  }
  const { ignoreUndefined = false, serializeFunctions = false } = options ?? {};
  return extended(bson, bson.serialize(kept, { ignoreUndefined, serializeFunctions }));
}

/** A reply as Extended JSON. */
export function mongoReply(bson: Bson, bytes: Uint8Array): Record<string, unknown> {
  const { $clusterTime: _, ...reply } = extended(bson, bytes);
  return reply;
}

/** A reply as the server sent it. */
export const mongoBytes = (bson: Bson, reply: unknown): Uint8Array =>
  bson.serialize(bson.EJSON.deserialize(membersOf(reply), { relaxed: false }));

/** The error of a reply with `ok: 0`, which keeps the whole reply; null for any other. */
export function mongoError(reply: Record<string, unknown>): CallError | null {
  const ok = typeof reply.ok === 'object' ? Object.values(membersOf(reply.ok))[0] : reply.ok;
  if (Number(ok) !== 0) return null;
  const { codeName, errmsg } = reply;
  return { code: typeof codeName === 'string' ? codeName : 'error', message: String(errmsg ?? ''), reply };
}

/** The reply of a recorded error, whichever recorder wrote it. */
export function errorReply({ code, message, reply }: CallError): Record<string, unknown> {
  if (typeof reply === 'object' && reply !== null) return membersOf(reply);
  return { ok: 0, errmsg: message, ...(typeof code === 'number' ? { code } : { codeName: code ?? 'error' }) };
}

/** Documents that are sent beside their command. */
function sequenceOf(value: unknown): unknown {
  const { documents, serializedDocumentsLength } = membersOf(value);
  return Array.isArray(documents) && typeof serializedDocumentsLength === 'number' ? documents : value;
}

const extended = (bson: Bson, bytes: Uint8Array): Record<string, unknown> =>
  bson.EJSON.serialize(bson.deserialize(bytes, EXACT), { relaxed: false });
