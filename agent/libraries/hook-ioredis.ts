import { type AgentCall, errorMembers, errorOf } from '../core/agent-call.ts';
import type { OpenCall } from '../core/calls.ts';
import { jsonOfBytes } from '../core/json-value.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';
import { isSessionCommand, isSubscription, replyJson, replyOf, sessionReply } from './redis-reply.ts';

/** The parts of `ioredis` 5 and 6 that the hook uses. */
interface Ioredis {
  prototype: object;
  default?: { prototype: object };
  Cluster?: { prototype: object };
  ReplyError?: new (message: string) => Error;
}

interface Client {
  status: string;
  options: {
    host?: string;
    port?: number;
    path?: string;
    db?: number;
    username?: string;
    password?: string;
    protocol?: number;
    replyMapping?: string;
    /** Of a cluster: the options of its nodes. */
    redisOptions?: { protocol?: number; replyMapping?: string };
  };
  condition?: unknown;
  startupNodes?: unknown;
  setStatus(status: string): void;
}

/** How a command of `ioredis` 6 turns what its parser returns into what the application gets. */
interface ReplyContext {
  protocol: number;
  replyMapping: string;
}

interface Command {
  name: string;
  args: unknown[];
  promise: Promise<unknown>;
  /** Of `ioredis` 6. */
  setReplyContext?(context: ReplyContext): void;
  resolve(reply: unknown): void;
  reject(fault: unknown): void;
}

/** Observes and answers the commands of `ioredis` 5 and 6: single, pipelined, transactions and scripts. */
export function hookIoredis(exports: unknown, options: LibraryOptions): void {
  const library = exports as Ioredis; // of ioredis: the class itself
  const { calls, warnings } = options;
  const ReplyError = library.ReplyError ?? Error;
  /** Clients that are connected in name only. */
  const offline = new WeakSet<object>();
  /** Clients that a call needs for real. */
  const real = new WeakSet<object>();
  /** A cluster hands its commands to the clients of its nodes, and any client sends some again. */
  const seen = new WeakSet<object>();

  function connect(original: Method): Method {
    return function (this: object, ...args) {
      if (real.has(this) || !warnings.guard('ioredis', () => calls.isOffline(), false))
        return original.apply(this, args);
      const client = this as Client; // of ioredis
      offline.add(this);
      const { db: select = 0, password: auth } = client.options;
      client.condition = { select, auth, subscriber: false, ...replyContext(client) };
      for (const status of ['connecting', 'connect', 'ready']) client.setStatus(status);
      const [callback] = args;
      if (typeof callback === 'function') process.nextTick(callback, null);
      return Promise.resolve();
    };
  }

  function disconnect(original: Method): Method {
    return function (this: object, ...args) {
      if (!offline.has(this)) return original.apply(this, args);
      const client = this as Client; // of ioredis
      for (const status of ['close', 'end']) client.setStatus(status);
      return undefined;
    };
  }

  /** Sends a command for real; a client that is connected in name only connects first. */
  function send(client: object, original: Method, args: unknown[]): unknown {
    if (offline.has(client)) {
      offline.delete(client);
      real.add(client);
      (client as Client).setStatus('wait');
    }
    return original.apply(client, args);
  }

  function sendCommand(original: Method): Method {
    return function (this: object, ...args) {
      const command = args[0] as Command; // of ioredis
      if (seen.has(command)) return original.apply(this, args);
      const name = String(command.name).toUpperCase();
      const client = this as Client; // of ioredis
      const isLocal =
        isSessionCommand(name) || isSubscription(name) || (name === 'INFO' && client.status === 'connect');
      if (isLocal) {
        if (!offline.has(this)) return original.apply(this, args);
        command.resolve(isSubscription(name) ? command.args.length : Buffer.from(sessionReply(name)));
        if (name === 'QUIT') for (const status of ['close', 'end']) client.setStatus(status);
        return command.promise;
      }
      const call = warnings.guard('ioredis', () => calls.open(), null);
      if (call === null) return send(this, original, args);
      seen.add(command);
      const described = callOf(name, command, client, options);
      if (call.mode === 'note') {
        observe(command, call, described, options);
        return send(this, original, args);
      }
      void call.ask(described).then((answer) => {
        if (answer.kind === 'real') {
          observe(command, call, described, options);
          // The other commands of its pipeline are answered, so that it is sent by itself.
          send(this, original, [command]);
        } else if (answer.kind === 'response') {
          command.setReplyContext?.(replyContext(client));
          command.resolve(
            replyOf(answer.response, { text: (bytes) => bytes, error: (message) => new ReplyError(message) }),
          );
        } else if (answer.kind === 'error') command.reject(errorOf(answer.error, (message) => new ReplyError(message)));
        else command.reject(answer.failure);
      });
      return command.promise;
    };
  }

  for (const owner of [library, library.default, library.Cluster]) {
    if (!owner?.prototype) continue;
    wrapMethod(owner.prototype, 'connect', connect);
    wrapMethod(owner.prototype, 'disconnect', disconnect);
    wrapMethod(owner.prototype, 'sendCommand', sendCommand);
  }
}

/** What a client agrees with its server, if nothing else is set. */
const replyContext = ({ options }: Client): ReplyContext => {
  const { protocol = 3, replyMapping = 'legacy' } = { ...options.redisOptions, ...options };
  return { protocol, replyMapping };
};

function callOf(name: string, { args }: Command, { options }: Client, { targets }: LibraryOptions): AgentCall {
  const { host = 'localhost', port = 6379 } = options;
  return {
    kind: 'cache',
    target: databaseTarget(targets, { host, port }),
    operation: name,
    request: { command: name, args: args.map((arg) => (arg instanceof Uint8Array ? jsonOfBytes(arg) : String(arg))) },
  };
}

function observe(
  command: Command,
  call: OpenCall,
  described: AgentCall,
  { warnings, maxBodyBytes }: LibraryOptions,
): void {
  const { resolve, reject } = command;
  let isOver = false;
  const over = (work: () => void) => {
    if (isOver) return;
    isOver = true;
    warnings.guard('ioredis', work, undefined);
  };
  command.resolve = (reply) => {
    over(() => {
      const response = replyJson(reply);
      if (sizeOf(reply) > maxBodyBytes) call.drop('reply too large');
      else call.note(described, { response });
    });
    return resolve.call(command, reply);
  };
  command.reject = (fault) => {
    over(() => call.note(described, { error: errorMembers(fault) }));
    return reject.call(command, fault);
  };
}

/** The bytes of a reply. */
const sizeOf = (reply: unknown): number =>
  reply instanceof Uint8Array
    ? reply.length
    : Array.isArray(reply)
      ? reply.reduce((sum: number, one) => sum + sizeOf(one), 0)
      : 8;
