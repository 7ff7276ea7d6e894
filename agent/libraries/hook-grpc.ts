import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { AgentCall } from '../core/agent-call.ts';
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
        const [method, serialize, deserialize, argument] = args as [string, Method, Method, unknown]; // its signature
        const at = args.findLastIndex((arg) => typeof arg === 'function');
        const given = args[at] as Callback; // grpc refuses calls without one
        const callback = AsyncResource.bind(given);
        const metadata = args.slice(4).find((arg) => arg instanceof grpc.Metadata);
        const described: AgentCall = {
          kind: 'http',
          target: targetOf(this, targets),
          operation: method,
          request: {
            metadata: textsOf(metadata as Metadata | undefined),
            messages: [base64Of(serialize.call(this, argument))],
          },
        };

        /** Makes the call, and notes what comes of it. */
        const real = (): EventEmitter => {
          const messages: string[] = [];
          let initial: Record<string, string> | undefined;
          const observed = [...args];
          observed[2] = (bytes: Buffer) => {
            messages.push(base64Of(bytes));
            return deserialize.call(this, bytes);
          };
          observed[at] = (fault: unknown, message?: unknown) => {
            const { code, details } = membersOf(fault);
            const status = {
              code: typeof code === 'number' ? code : OK,
              details: typeof details === 'string' ? details : '',
            };
            warnings.guard(
              'grpc',
              () => call.note(described, { response: { messages, status, ...(initial && { metadata: initial }) } }),
              undefined,
            );
            callback(fault, message);
          };
          const emitter = makeUnaryRequest.apply(this, observed) as EventEmitter; // a ClientUnaryCall
          emitter.on('metadata', (received: Metadata) => {
            initial = textsOf(received);
          });
          return emitter;
        };
        if (call.mode === 'note') return real();

        const shown = new EventEmitter();
        let made: EventEmitter | null = null;
        Object.assign(shown, {
          cancel: () => (made as { cancel?(): void } | null)?.cancel?.(),
          getPeer: () => 'replay',
          getAuthContext: () => null,
        });
        const finish = ({ messages, status, metadata: received }: GrpcResponse) => {
          const trailing = new grpc.Metadata();
          if (received) {
            const first = new grpc.Metadata();
            for (const [name, value] of Object.entries(received)) first.set(name, value);
            shown.emit('metadata', first);
          }
          const [message] = messages;
          if (status.code === OK && message !== undefined)
            callback(null, deserialize.call(this, Buffer.from(message, 'base64')));
          else {
            const text = `${status.code} ${grpc.status[status.code] ?? 'UNKNOWN'}: ${status.details}`;
            callback(Object.assign(new Error(text), { ...status, metadata: trailing }));
          }
          shown.emit('status', { ...status, metadata: trailing });
        };
        void call.ask(described).then((answer) => {
          if (answer.kind === 'response') return finish(responseOf(answer.response));
          if (answer.kind === 'real') {
            made = real();
            for (const event of ['metadata', 'status']) made.on(event, (value: unknown) => shown.emit(event, value));
            return;
          }
          const details = answer.kind === 'error' ? answer.error.message : answer.failure.message;
          finish({ messages: [], status: { code: UNAVAILABLE, details } });
        });
        return shown;
      },
  );
}

const base64Of = (bytes: unknown): string => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : '');

const textsOf = (metadata: Metadata | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata?.getMap() ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : base64Of(value),
    ]),
  );

function responseOf(response: unknown): GrpcResponse {
  const { messages, status, metadata } = membersOf(response);
  const { code, details } = membersOf(status);
  const texts = Object.entries(membersOf(metadata)).filter(
    // Binary metadata stays with the recording.
    ([name, value]) => typeof value === 'string' && !name.endsWith('-bin'),
  );
  return {
    messages: Array.isArray(messages) ? messages.map(String) : [],
    status: { code: typeof code === 'number' ? code : OK, details: typeof details === 'string' ? details : '' },
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
