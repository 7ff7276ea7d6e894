import { type AddressInfo, createServer, type Socket } from 'node:net';
import { BSON, type Document, Long } from 'mongodb';

/** A database that speaks OP_MSG, with the commands that the tests use. */
export interface TinyMongodb {
  port: number;
  /** Names of the commands that it was sent. */
  received: string[];
  close(): Promise<void>;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const HELLO = {
  ok: 1,
  isWritablePrimary: true,
  setName: 'tiny',
  minWireVersion: 0,
  maxWireVersion: 21,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
};

/** Starts a primary of one collection per name on a free port, or on a given one. */
export async function tinyMongodb(documents: Record<string, Document[]>, port = 0): Promise<TinyMongodb> {
  const sockets = new Set<Socket>();
  const cursors = new Map<string, Document[]>();
  const received: string[] = [];
  let address = '';

  const matches = (filter: Document, one: Document): boolean =>
    Object.entries(filter).every(([name, value]) => String(one[name]) === String(value));

  function answer(command: Document): Document {
    const [name = ''] = Object.keys(command);
    received.push(name);
    const list = documents[String(command[name])] ?? [];
    const ns = `shop.${command[name]}`;
    switch (name) {
      case 'hello':
      case 'ismaster':
      case 'isMaster':
        return { ...HELLO, hosts: [address], me: address, primary: address };
      case 'find': {
        const found = list.filter((one) => matches(command.filter, one)).slice(0, command.limit || undefined);
        const size = Number(command.batchSize ?? 100);
        const id = found.length > size ? Long.fromNumber(4_000_000_000_007) : Long.ZERO;
        if (found.length > size) cursors.set(id.toString(), found.slice(size));
        return { cursor: { firstBatch: found.slice(0, size), id, ns }, ok: 1 };
      }
      case 'getMore': {
        const nextBatch = cursors.get(command.getMore.toString());
        cursors.delete(command.getMore.toString());
        if (!nextBatch) return { ok: 0, errmsg: 'cursor id not found', code: 43, codeName: 'CursorNotFound' };
        return { cursor: { nextBatch, id: Long.ZERO, ns: `shop.${command.collection}` }, ok: 1 };
      }
      case 'insert': {
        for (const [index, one] of command.documents.entries()) {
          if (list.some(({ _id }) => String(_id) === String(one._id)))
            return {
              n: 0,
              writeErrors: [{ index, code: 11000, errmsg: 'E11000 duplicate key', keyValue: { _id: one._id } }],
              ok: 1,
            };
          list.push(one);
        }
        return { n: command.documents.length, ok: 1 };
      }
      case 'update': {
        const [{ q, u }] = command.updates;
        const found = list.filter((one) => matches(q, one));
        for (const one of found) Object.assign(one, u.$set);
        return { n: found.length, nModified: found.length, ok: 1 };
      }
      case 'aggregate':
        return { cursor: { firstBatch: [{ _id: 1, n: list.length }], id: Long.ZERO, ns }, ok: 1 };
      case 'killCursors':
      case 'endSessions':
      case 'commitTransaction':
        return { ok: 1 };
      default:
        return { ok: 0, errmsg: `no such command: '${name}'`, code: 59, codeName: 'CommandNotFound' };
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        socket.write(reply(message, answer(commandOf(message))));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo; // it listens on TCP
  address = `127.0.0.1:${taken}`;
  return {
    port: taken,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The command of a message, with the documents that are sent beside it. */
function commandOf(message: Buffer): Document {
  if (message.readInt32LE(12) === OP_QUERY) return BSON.deserialize(message.subarray(message.indexOf(0, 20) + 9));
  const command: Document = {};
  for (let at = 20; at < message.length; ) {
    const isSequence = message[at] === 1;
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (isSequence) {
      const end = section.indexOf(0, 4);
      const list: Document[] = [];
      for (let from = end + 1; from < size; from += section.readInt32LE(from))
        list.push(BSON.deserialize(section.subarray(from, from + section.readInt32LE(from))));
      command[section.toString('utf8', 4, end)] = list;
    } else Object.assign(command, BSON.deserialize(section, { promoteLongs: false, promoteValues: true }));
    at += 1 + size;
  }
  return command;
}

/** A reply to a message, in its own form. */
function reply(message: Buffer, document: Document): Buffer {
  const bytes = BSON.serialize(document);
  const isQuery = message.readInt32LE(12) === OP_QUERY;
  const head = Buffer.alloc(isQuery ? 36 : 21);
  head.writeInt32LE(head.length + bytes.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12);
  if (isQuery) head.writeInt32LE(1, 32);
  return Buffer.concat([head, bytes]);
}
