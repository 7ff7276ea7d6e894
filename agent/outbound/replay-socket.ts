import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import { Duplex } from 'node:stream';
import type { CallAnswer } from '../core/agent-call.ts';
import { errorOf } from '../core/agent-call.ts';
import { type HttpAnswer, httpAnswerOf } from '../core/http-message.ts';

/** A connection of a replayed request: it leads nowhere until the call is answered, or made for real. */
export interface ReplaySocket {
  /** The agent that gives this connection to one request. */
  agentFor(protocol: string, own: unknown): http.Agent;
  answer(answer: CallAnswer, method: string): void;
  fail(fault: Error): void;
}

type Connect = (options: object, callback?: unknown) => net.Socket;

/** Creates a connection for one HTTP request. */
export function replaySocket(): ReplaySocket {
  const written: Buffer[] = [];
  let real: net.Socket | null = null;
  let connectReal: (() => net.Socket) | null = null;

  const socket = waitingSocket(written, () => real);

  function passThrough(): void {
    if (connectReal === null) return;
    const target = connectReal();
    real = target;
    for (const chunk of written.splice(0)) target.write(chunk);
    target.on('data', (chunk) => {
      if (!socket.push(chunk)) target.pause();
    });
    target.on('end', () => socket.push(null));
    target.on('error', (fault) => socket.destroy(fault));
    target.on('close', () => socket.destroy());
  }

  return {
    agentFor: (protocol, own) => {
      const isTls = protocol === 'https:';
      const agent = isTls ? new https.Agent() : new http.Agent();
      const given = typeof own === 'object' && own !== null ? own : isTls ? https.globalAgent : http.globalAgent;
      (agent as unknown as { createConnection: Connect }).createConnection = (options) => {
        const { createConnection } = given as { createConnection?: Connect }; // of any agent
        const fallback = agentConnect(isTls);
        connectReal = () =>
          typeof createConnection === 'function' ? createConnection.call(given, options) : fallback(options);
        return socket as unknown as net.Socket; // as far as clients use it
      };
      return agent;
    },
    answer: (answer, method) => {
      if (answer.kind === 'real') return passThrough();
      if (answer.kind === 'refused') return void socket.destroy(answer.failure);
      if (answer.kind === 'error') return void socket.destroy(errorOf(answer.error));
      const response = httpAnswerOf(answer.response);
      if (response === null) return void socket.destroy(new Error('the recorded call holds no HTTP response'));
      socket.push(bytesOf(response, method));
      socket.push(null);
    },
    fail: (fault) => void socket.destroy(fault),
  };
}

/** A socket that collects what is written until there is a real one. */
function waitingSocket(written: Buffer[], realOf: () => net.Socket | null): Duplex {
  const socket = new Duplex({
    read() {
      realOf()?.resume();
    },
    write(chunk: Buffer, _, callback) {
      const real = realOf();
      if (real) real.write(chunk, callback);
      else {
        written.push(chunk);
        callback();
      }
    },
    destroy(fault, callback) {
      realOf()?.destroy();
      callback(fault);
    },
  });
  const quiet = () => socket;
  // What clients ask of a socket.
  Object.assign(socket, {
    setTimeout: quiet,
    setNoDelay: quiet,
    setKeepAlive: quiet,
    ref: quiet,
    unref: quiet,
    connecting: false,
    encrypted: true,
    authorized: true,
    remoteAddress: '127.0.0.1',
  });
  socket.on('error', () => {}); // the request reports it
  return socket;
}

const agentConnect = (isTls: boolean): Connect =>
  (isTls ? new https.Agent() : new http.Agent()).createConnection.bind(undefined) as unknown as Connect; // of the runtime

/** Statuses without a body (RFC 9110 6.4.1). */
const hasNoBody = (status: number, method: string): boolean =>
  method === 'HEAD' || status < 200 || status === 204 || status === 304;

function bytesOf({ status, headers, body }: HttpAnswer, method: string): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const length = hasNoBody(status, method) ? [] : [`content-length: ${body.length}`];
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? 'Unknown'}`,
    ...lines,
    ...length,
    'connection: close',
  ];
  const block = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  return hasNoBody(status, method) ? block : Buffer.concat([block, body]);
}
