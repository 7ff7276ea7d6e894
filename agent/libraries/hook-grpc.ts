import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { AgentCall } from '../core/agent-call.ts';
import type { OpenCall } from '../core/calls.ts';
import { membersOf } from '../core/json-value.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';

/** The parts of `@grpc/grpc-js` 1 that the hook uses. */
interface Grpc {
  Client: { prototype: object };
  Metadata: new () => Metadata;
  status: Readonly<Record<string | number, string | number>>;
}

interface Metadata {
  getMap(): Record<string, string | Buffer>;
  set(name: string, value: string | Buffer): void;
}

type Callback = (fault: unknown, message?: unknown) => void;

/** How a unary call ended, as it is recorded; messages are Protocol Buffers. */
interface GrpcResponse {
  messages: string[];
  status: { code: number; details: string };
  /** Absent if the server sent none before its status. */
  metadata?: Record<string, string>;
}

/** gRPC codes of calls that reach no server, and of its success. */
const OK = 0;
const UNAVAILABLE = 14;

/** A unary call of the application. */
interface UnaryCall {
  described: AgentCall;
  args: readonly unknown[];
  /** Position of its callback among them. */
  callbackAt: number;
  callback: Callback;
  deserialize(bytes: Buffer): unknown;
  /** Makes it with these arguments instead. */
  make(args: readonly unknown[]): EventEmitter;
}

/** Observes and answers unary calls of `@grpc/grpc-js` 1; streams are made as they are. */
export function hookGrpc(exports: unknown, { calls, targets, warnings }: LibraryOptions): void {
  const grpc = exports as Grpc; // of grpc-js 1

  wrapMethod(
    grpc.Client.prototype,
    'makeUnaryRequest',
    (makeUnaryRequest) =>
      function (this: object, ...args) {
        const call = warnings.guard('grpc', () => calls.open(), null);
        if (call === null) return makeUnaryRequest.apply(this, args);
        const unary = unaryCall(grpc, this, args, targets, makeUnaryRequest);
        const real = () =>
          observedCall(unary, (response) =>
            warnings.guard('grpc', () => call.note(unary.described, { response }), undefined),
          );
        return call.mode === 'note' ? real() : answeredCall(grpc, unary, call, real);
      },
  );
}

function unaryCall(
  grpc: Grpc,
  client: object,
  args: readonly unknown[],
  targets: ReadonlyMap<string, string>,
  makeUnaryRequest: Method,
): UnaryCall {
  const [method, serialize, deserialize, argument] = args as [string, Method, Method, unknown]; // its signature
  const callbackAt = args.findLastIndex((arg) => typeof arg === 'function');
  const given = args[callbackAt] as Callback; // grpc refuses calls without one
  const metadata = args.slice(4).find((arg) => arg instanceof grpc.Metadata);
  return {
    described: {
      kind: 'http',
      target: targetOf(client, targets),
      operation: method,
      request: {
        metadata: textsOf(metadata as Metadata | undefined),
        messages: [base64Of(serialize.call(client, argument))],
      },
    },
    args,
    callbackAt,
    callback: AsyncResource.bind(given),
    deserialize: (bytes) => deserialize.call(client, bytes),
    make: (changed) => makeUnaryRequest.apply(client, [...changed]) as EventEmitter, // a ClientUnaryCall
  };
}

/** Makes a call, and notes what comes of it. */
function observedCall(
  { args, callbackAt, callback, deserialize, make }: UnaryCall,
  note: (response: GrpcResponse) => void,
): EventEmitter {
  const messages: string[] = [];
  let initial: Record<string, string> | undefined;
  const observed = [...args];
  observed[2] = (bytes: Buffer) => {
    messages.push(base64Of(bytes));
    return deserialize(bytes);
  };
  observed[callbackAt] = (fault: unknown, message?: unknown) => {
    note({ messages, status: statusOf(fault), ...(initial && { metadata: initial }) });
    callback(fault, message);
  };
  const emitter = make(observed);
  emitter.on('metadata', (received: Metadata) => {
    initial = textsOf(received);
  });
  return emitter;
}

/** Shows the application a call that is answered by its recording, or made for real if that says so. */
function answeredCall(
  grpc: Grpc,
  unary: UnaryCall,
  call: Pick<OpenCall, 'ask'>,
  real: () => EventEmitter,
): EventEmitter {
  const shown = new EventEmitter();
  let made: EventEmitter | null = null;
  Object.assign(shown, {
    cancel: () => (made as { cancel?(): void } | null)?.cancel?.(),
    getPeer: () => 'replay',
    getAuthContext: () => null,
  });
  void call.ask(unary.described).then((answer) => {
    if (answer.kind === 'response') return finish(grpc, unary, shown, responseOf(answer.response));
    if (answer.kind === 'real') {
      made = real();
      for (const event of ['metadata', 'status']) made.on(event, (value: unknown) => shown.emit(event, value));
      return;
    }
    const details = answer.kind === 'error' ? answer.error.message : answer.failure.message;
    finish(grpc, unary, shown, { messages: [], status: { code: UNAVAILABLE, details } });
  });
  return shown;
}

/** Ends a call as it was recorded. */
function finish(
  grpc: Grpc,
  { callback, deserialize }: UnaryCall,
  shown: EventEmitter,
  { messages, status, metadata: received }: GrpcResponse,
): void {
  const trailing = new grpc.Metadata();
  if (received) {
    const first = new grpc.Metadata();
    for (const [name, value] of Object.entries(received)) first.set(name, value);
    shown.emit('metadata', first);
  }
  const [message] = messages;
  if (status.code === OK && message !== undefined) callback(null, deserialize(Buffer.from(message, 'base64')));
  else {
    const text = `${status.code} ${grpc.status[status.code] ?? 'UNKNOWN'}: ${status.details}`;
    callback(Object.assign(new Error(text), { ...status, metadata: trailing }));
  }
  shown.emit('status', { ...status, metadata: trailing });
}

const base64Of = (bytes: unknown): string => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : '');

const textsOf = (metadata: Metadata | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata?.getMap() ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : base64Of(value),
    ]),
  );

function statusOf(value: unknown): GrpcResponse['status'] {
  const { code, details } = membersOf(value);
  return { code: typeof code === 'number' ? code : OK, details: typeof details === 'string' ? details : '' };
}

function responseOf(response: unknown): GrpcResponse {
  const { messages, status, metadata } = membersOf(response);
  const texts = Object.entries(membersOf(metadata)).filter(
    // Binary metadata stays with the recording.
    ([name, value]) => typeof value === 'string' && !name.endsWith('-bin'),
  );
  return {
    messages: Array.isArray(messages) ? messages.map(String) : [],
    status: statusOf(status),
    ...(metadata !== undefined && {
      metadata: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    }),
  };
}

/** The address of a channel: `dns:host:port` without its scheme. */
function targetOf(client: object, targets: ReadonlyMap<string, string>): string {
  const { getChannel } = client as { getChannel?(): { getTarget(): string } }; // of grpc-js
  const address =
    getChannel
      ?.call(client)
      .getTarget()
      .replace(/^[a-z0-9]+:(?:\/{2,3})?(?=.)/, '') ?? '';
  const [, host = address, port = '443'] = /^(.*?)(?::(\d+))?$/.exec(address) ?? [];
  return databaseTarget(targets, { host, port });
}
