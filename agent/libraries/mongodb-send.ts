import { type AgentCall, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import type { Calls, OpenCall } from '../core/calls.ts';
import type { Warnings } from '../core/warnings.ts';
import type { Method } from '../core/wrap-method.ts';
import { databaseTarget } from './library-options.ts';
import {
  type Bson,
  errorReply,
  isChangeStream,
  isSessionCommand,
  type MongoMessage,
  mongoBytes,
  mongoError,
  mongoOperation,
  mongoReply,
  mongoRequest,
} from './mongodb-command.ts';
import { helloInName, type MongoTopology } from './mongodb-in-name.ts';

/** The errors of `mongodb`. */
export interface MongoErrors {
  MongoServerSelectionError: new (message: string, reason: object) => Error;
  [name: string]: unknown;
}

interface Response {
  toBytes(): Uint8Array;
}

export interface ResponseType {
  make(bytes: Uint8Array): Response;
}

export interface SendOptions {
  timeoutContext?: { csotEnabled(): boolean };
  signal?: AbortSignal;
}

type SendArguments = [message: MongoMessage, options: SendOptions, responseType?: ResponseType];
type Send = (this: object, ...args: SendArguments) => AsyncGenerator<Response>;

/** Errors of a connection, by name: they are made of a message. */
const CONNECTION_ERRORS = new Set(['MongoNetworkError', 'MongoNetworkTimeoutError']);

/** What the hook of mongodb knows of the driver. */
export interface MongodbHook {
  Connection: { prototype: object };
  ConnectionPool: { prototype: object };
  Server: { prototype: object };
  Topology: { prototype: object };
  MongoDBResponse: ResponseType;
  errors: MongoErrors;
  bson: Bson;
  calls: Calls;
  warnings: Warnings;
  maxBodyBytes: number;
  targets: ReadonlyMap<string, string>;
  /** Servers that are connected in name only, with what connects them. */
  offline: WeakMap<object, () => void>;
  /** Connections in name only, with what checks out a real one. */
  inName: WeakMap<object, (options: SendOptions) => Promise<{ connection: object; done(): void }>>;
  /** Topologies in name only, as they were before. */
  unknown: WeakMap<object, MongoTopology['s']['description']>;
  /** The driver's own, once it is wrapped. */
  sendWire: Send;
}

async function* real(hook: MongodbHook, connection: object, args: SendArguments): AsyncGenerator<Response> {
  const checkOut = hook.inName.get(connection);
  if (!checkOut) return yield* hook.sendWire.apply(connection, args);
  const { connection: checkedOut, done } = await checkOut(args[1]);
  try {
    yield* hook.sendWire.apply(checkedOut, args);
  } finally {
    done();
  }
}

async function* observed(
  hook: MongodbHook,
  connection: object,
  args: SendArguments,
  call: OpenCall,
  described: AgentCall,
): AsyncGenerator<Response> {
  let isOver = false;
  const over = (work: () => void) => {
    if (!isOver) hook.warnings.guard('mongodb', work, undefined);
    isOver = true;
  };
  try {
    for await (const response of real(hook, connection, args)) {
      over(() => {
        const bytes = response.toBytes();
        if (bytes.length > hook.maxBodyBytes) return call.drop('reply too large');
        const reply = mongoReply(hook.bson, bytes);
        const error = mongoError(reply);
        call.note(described, error ? { error } : { response: reply });
      });
      yield response;
    }
  } catch (fault) {
    over(() => call.note(described, { error: errorMembers(fault) }));
    throw fault;
  } finally {
    over(() => call.drop(null));
  }
}

async function* answered(
  hook: MongodbHook,
  connection: object,
  args: SendArguments,
  call: OpenCall,
  described: AgentCall,
): AsyncGenerator<Response> {
  const answer = await call.ask(described);
  if (answer.kind === 'real') return yield* observed(hook, connection, args, call, described);
  if (answer.kind === 'refused') throw selectionError(hook, answer.failure);
  if (answer.kind === 'error' && CONNECTION_ERRORS.has(String(answer.error.name)))
    throw connectionError(hook, answer.error);
  const reply = answer.kind === 'error' ? errorReply(answer.error) : answer.response;
  const bytes = hook.warnings.guard('mongodb', () => mongoBytes(hook.bson, reply), null);
  if (bytes === null) throw selectionError(hook, new Error('the recorded call holds no reply of MongoDB'));
  yield responseOf(hook, args, bytes);
}

async function* local(hook: MongodbHook, args: SendArguments, command: string): AsyncGenerator<Response> {
  const hello = /^(?:hello|ismaster)$/i.test(command) ? helloInName(null, 'localhost') : {};
  yield responseOf(hook, args, hook.bson.serialize({ ...hello, ok: 1 }));
}

const responseOf = (hook: MongodbHook, [, , responseType]: SendArguments, bytes: Uint8Array): Response =>
  (responseType ?? hook.MongoDBResponse).make(bytes);

/** Observes and answers what the driver sends. */
export function observedSend(hook: MongodbHook, original: Method): Method {
  hook.sendWire = original as Send; // of mongodb
  return function (this: object, ...given) {
    const args = given as unknown as SendArguments; // its signature
    const [message, sending] = args;
    // Connections say `hello` by an older message, before they know their server.
    const [name = ''] = Object.keys(message.command ?? { hello: 1 });
    if (isSessionCommand(name))
      return hook.inName.has(this) ? local(hook, args, name) : hook.sendWire.apply(this, args);
    const call = isChangeStream(message.command) ? null : hook.warnings.guard('mongodb', () => hook.calls.open(), null);
    if (call === null) return real(hook, this, args);
    const described = hook.warnings.guard(
      'mongodb',
      (): AgentCall => ({
        kind: 'database',
        target: databaseTarget(hook.targets, {
          ...addressOf((this as { address: string }).address),
          database: message.databaseName,
        }),
        operation: mongoOperation(message.command),
        request: mongoRequest(hook.bson, message, sending.timeoutContext?.csotEnabled() === true),
      }),
      null,
    );
    if (described === null) {
      call.drop('command not readable');
      return real(hook, this, args);
    }
    return call.mode === 'note'
      ? observed(hook, this, args, call, described)
      : answered(hook, this, args, call, described);
  };
}

/** As the driver fails that finds no server. */
const selectionError = (hook: MongodbHook, failure: Error): Error =>
  new hook.errors.MongoServerSelectionError(failure.message, { error: failure });

function connectionError(hook: MongodbHook, { name, ...error }: CallError): Error {
  const known = hook.errors[String(name)] as new (message: string) => Error; // by CONNECTION_ERRORS
  return errorOf(error, (message) => new known(message));
}

function addressOf(address: string): { host: string; port: string } {
  const at = address.lastIndexOf(':');
  return at === -1 ? { host: address, port: '27017' } : { host: address.slice(0, at), port: address.slice(at + 1) };
}
