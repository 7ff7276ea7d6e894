import { dirname, join, sep } from 'node:path';
import { type AgentCall, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import type { Calls } from '../core/calls.ts';
import { jsonOfBytes } from '../core/json-value.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';
import { mappedReplyJson, mappedReplyOf, type ReplyMapping, replySize } from './mapped-reply.ts';
import { isSessionCommand, sessionReply } from './redis-reply.ts';

/** A connection of `@redis/client`, which every client makes right after its queue of commands. */
interface Socket {
  emit(event: string): boolean;
  connect(): Promise<unknown>;
  destroySocket?(): void;
}

/** The server of a queue's client. */
interface Connection {
  socket: Socket;
  address: { host?: string; port?: number } | undefined;
}

interface CommandOptions extends ReplyMapping {
  signal?: AbortSignal;
  abortSignal?: AbortSignal;
}

type Errors = Record<string, (new (message: string) => Error) | undefined>;
type Send = (this: object, args: unknown[], commandOptions?: CommandOptions) => Promise<unknown>;

/**
 * Observes and answers the commands of `redis` 4 to 6 where its clients queue them, below all transforms of replies.
 */
export function hookNodeRedis(_exports: unknown, options: LibraryOptions): void {
  // The package does not export its queue and its socket.
  for (const [path, module] of Object.entries(require.cache)) {
    if (!module || !path.endsWith(QUEUE)) continue;
    const folder = dirname(path);
    const socket = require.cache[join(folder, 'socket.js')];
    const errors = require.cache[join(folder, '..', 'errors.js')];
    if (socket && errors && !hooked.has(module.exports)) {
      hooked.add(module.exports);
      hookClient(module.exports, socket.exports, errors.exports, options);
    }
  }
}

const QUEUE = ['', '@redis', 'client', 'dist', 'lib', 'client', 'commands-queue.js'].join(sep);
const hooked = new WeakSet<object>();

interface Exports {
  default: new (...args: unknown[]) => object;
}

/** What the hook of redis knows of its clients. */
interface ClientHook {
  errors: Errors;
  options: LibraryOptions;
  calls: Calls;
  warnings: Warnings;
  connections: WeakMap<object, Connection>;
  /** Sockets that are connected in name only. */
  offline: WeakSet<object>;
  /** Sockets that a call needs for real. */
  real: WeakSet<object>;
  ReplyError: new (message: string) => Error;
}

/** Hooks the queue and the socket of a loaded version. */
function hookClient(queues: Exports, sockets: Exports, errors: Errors, options: LibraryOptions): void {
  const { calls, warnings } = options;
  const hook: ClientHook = {
    errors,
    options,
    calls,
    warnings,
    connections: new WeakMap<object, Connection>(),
    offline: new WeakSet<object>(),
    real: new WeakSet<object>(),
    ReplyError: errors.SimpleError ?? errors.ErrorReply ?? Error,
  };
  let lastQueue: object | null = null;
  queues.default = constructing(queues.default, (made) => {
    lastQueue = made;
  });
  sockets.default = constructing(sockets.default, (made, args) => {
    if (lastQueue)
      hook.connections.set(lastQueue, {
        socket: made as Socket, // of @redis/client
        address: args.at(-1) as Connection['address'], // the last parameter in all versions
      });
    lastQueue = null;
  });
  hookSocket(hook, sockets.default.prototype);
  const queue = queues.default.prototype;
  wrapMethod(queue, 'addCommand', (method) => addCommand(hook, method));
  for (const name of ['subscribe', 'unsubscribe', 'monitor'])
    wrapMethod(queue, name, (original) => subscribing(hook, original));
}

/** Lets a client be connected in name only. */
function hookSocket(hook: ClientHook, prototype: object): void {
  wrapMethod(prototype, 'connect', (original) => connecting(hook, original));
  wrapMethod(
    prototype,
    'disconnect',
    inName(hook, (socket) => end(hook, socket)),
  );
  wrapMethod(
    prototype,
    'destroy',
    inName(hook, (socket) => end(hook, socket)),
  );
  wrapMethod(
    prototype,
    'close',
    inName(hook, (socket) => {
      hook.offline.delete(socket); // the client continues with `destroySocket`
    }),
  );
  wrapMethod(
    prototype,
    'quit',
    inName(hook, async (socket, [quit]) => {
      const reply = (quit as () => Promise<unknown>)(); // sends QUIT at once
      hook.offline.delete(socket);
      const quitReply = await reply;
      end(hook, socket);
      return quitReply;
    }),
  );
  for (const name of ['isOpen', 'isReady']) {
    const getter = Object.getOwnPropertyDescriptor(prototype, name);
    if (!getter?.get) continue;
    const { get } = getter;
    Object.defineProperty(prototype, name, {
      ...getter,
      get(this: object) {
        return hook.offline.has(this) || get.call(this);
      },
    });
  }
}

const guard = <T>(hook: ClientHook, work: () => T, otherwise: T): T => hook.warnings.guard('redis', work, otherwise);

const inName = (hook: ClientHook, way: (socket: Socket, args: unknown[]) => unknown) => (original: Method) =>
  function (this: object, ...args: unknown[]) {
    return hook.offline.has(this) ? way(this as Socket, args) : original.apply(this, args);
  };

const end = (hook: ClientHook, socket: Socket) => {
  hook.offline.delete(socket);
  if (socket.destroySocket) socket.destroySocket();
  else socket.emit('end');
};

/** Connects a socket in name only while replays are answered. */
function connecting(hook: ClientHook, original: Method): Method {
  return function (this: object, ...args) {
    if (hook.offline.has(this)) return Promise.reject(new Error('Socket already opened'));
    if (hook.real.has(this) || !guard(hook, () => hook.calls.isOffline(), false)) return original.apply(this, args);
    const socket = this as Socket; // of @redis/client
    hook.offline.add(socket);
    return Promise.resolve().then(() => {
      for (const event of ['connect', 'ready']) if (hook.offline.has(socket)) socket.emit(event);
    });
  };
}

/** Sends a command for real; a client that is connected in name only connects first. */
function send(
  hook: ClientHook,
  queue: object,
  original: Send,
  { socket }: Connection,
  args: unknown[],
  more?: CommandOptions,
) {
  if (!hook.offline.has(socket)) return original.call(queue, args, more);
  hook.offline.delete(socket);
  hook.real.add(socket);
  const sent = original.call(queue, args, more);
  socket.connect().catch(() => undefined); // the client reports it as an event
  return sent;
}

function addCommand(hook: ClientHook, method: Method): Method {
  const original = method as Send; // of @redis/client
  return function (this: object, ...[list, given]) {
    const args = list as unknown[]; // of @redis/client
    const more = given as CommandOptions | undefined;
    const connection = hook.connections.get(this);
    if (!connection || more?.signal?.aborted || more?.abortSignal?.aborted) return original.call(this, args, more);
    const name = String(args[0]).toUpperCase();
    if (isSessionCommand(name)) {
      if (!hook.offline.has(connection.socket)) return original.call(this, args, more);
      return Promise.resolve(mappedReplyOf(sessionReply(name), more, (message) => replyError(hook, message)));
    }
    const call = guard(hook, () => hook.calls.open(), null);
    if (call === null) return send(hook, this, original, connection, args, more);
    const described = guard(hook, () => callOf(name, args, connection, hook.options), null);
    if (described === null) {
      call.drop('not readable');
      return send(hook, this, original, connection, args, more);
    }
    const observed = (sent: Promise<unknown>): Promise<unknown> =>
      sent.then(
        (reply) => {
          guard(
            hook,
            () => {
              if (replySize(reply) > hook.options.maxBodyBytes) call.drop('reply too large');
              else call.note(described, { response: mappedReplyJson(reply, more) });
            },
            undefined,
          );
          return reply;
        },
        (fault: unknown) => {
          guard(hook, () => call.note(described, { error: errorJson(fault) }), undefined);
          throw fault;
        },
      );
    if (call.mode === 'note') return observed(send(hook, this, original, connection, args, more));
    return call.ask(described).then((answer) => {
      if (answer.kind === 'response')
        return mappedReplyOf(answer.response, more, (message) => replyError(hook, message));
      if (answer.kind === 'error') throw libraryError(hook, answer.error);
      if (answer.kind === 'refused') throw answer.failure;
      const sent = observed(send(hook, this, original, connection, args, more));
      // The client has written its queue before; this makes it write again.
      connection.socket.emit('drain');
      return sent;
    });
  };
}

const replyError = (hook: ClientHook, message: string): Error => new hook.ReplyError(message);

const libraryError = (hook: ClientHook, { type, ...error }: CallError): Error => {
  const Known = typeof type === 'string' && Object.hasOwn(hook.errors, type) ? hook.errors[type] : undefined;
  return errorOf(error, (message) => {
    const made = new (Known ?? hook.ReplyError)(message);
    made.message = message; // some classes have one of their own
    return made;
  });
};

/** Messages of a subscription are not asked for where there is no server. */
function subscribing(hook: ClientHook, original: Method): Method {
  return function (this: object, ...args) {
    const connection = hook.connections.get(this);
    // Messages are not recorded: where the server is away, none arrive.
    return connection && hook.offline.has(connection.socket) ? Promise.resolve() : original.apply(this, args);
  };
}

/** A class that reports what it constructs. */
const constructing = (original: Exports['default'], note: (made: object, args: unknown[]) => void) =>
  new Proxy(original, {
    construct: (target, args, newTarget) => {
      const made: object = Reflect.construct(target, args, newTarget);
      note(made, args);
      return made;
    },
  });

function callOf(name: string, [, ...args]: unknown[], { address }: Connection, { targets }: LibraryOptions): AgentCall {
  const { host = 'localhost', port = 6379 } = address ?? {};
  return {
    kind: 'cache',
    target: databaseTarget(targets, { host, port }),
    operation: name,
    request: { command: name, args: args.map((arg) => (arg instanceof Uint8Array ? jsonOfBytes(arg) : String(arg))) },
  };
}

/** An error with its class in the library, which its `name` does not say. */
const errorJson = (fault: unknown): CallError => ({
  ...errorMembers(fault),
  ...(fault instanceof Error && { type: fault.constructor.name }),
});
