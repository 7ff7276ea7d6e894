import { once } from 'node:events';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { callCorrelation } from '../wire/call-correlation.ts';
import { frameReader } from '../wire/frame-reader.ts';
import { relay, type Tap } from '../wire/relay.ts';
import { frontendMessage, messageFraming } from './messages.ts';
import { openConnection } from './open-connection.ts';
import { reachPostgres, withoutChannelBinding } from './reach-postgres.ts';
import { connectionRecorder } from './record-connection.ts';
import { errorResponse } from './server-messages.ts';
import type { SharedParts } from './shared-parts.ts';
import { statementsOf } from './statements.ts';

const NO_TAP: Tap = { fromClient: () => {}, fromServer: () => {}, end: () => {} };

/** Passes a connection on to the real server and records it. */
export async function passConnection(client: Socket, shared: SharedParts): Promise<void> {
  const { options, sayOnce } = shared;
  const opening = await openConnection(client, () => sayOnce('a client asked for TLS; this proxy has none'));
  if (opening === null) return;
  const { socket: server, fault } = await reachPostgres(options.url);
  if (server === null) {
    sayOnce(fault);
    const message = `replay record: ${fault}`;
    client.end(errorResponse('E', { severity: 'FATAL', code: '08006', message }));
    return;
  }
  if (client.destroyed) {
    server.destroy();
    return;
  }
  server.write(opening.bytes);
  if (opening.message.type === 'cancel') return relay(client, server, NO_TAP, () => {});

  const tap = recorderTap(shared);
  if (server instanceof TLSSocket) tap.fromServer(await offered(client, server));
  relay(client, server, tap, () => sayOnce('a connection could not be followed; it continues without being recorded'));
  if (opening.rest.length > 0) client.unshift(opening.rest);
}

/** Passes on the first answer of a server behind TLS, which may offer what a client without TLS refuses. */
async function offered(client: Socket, server: Socket): Promise<Buffer> {
  const [chunk] = await once(server, 'data');
  server.pause();
  const passed = withoutChannelBinding(chunk) ?? chunk;
  client.write(passed);
  return passed;
}

function recorderTap({ options, noter, read, sharedStatements, sayOnce }: SharedParts): Tap {
  const recorder = connectionRecorder({
    noter,
    correlation: callCorrelation(options.correlate),
    statements: statementsOf(sharedStatements),
    read,
    sayUnsupported: (what) => sayOnce(`${what} passes through; it is not answered in replays`),
  });
  const framing = messageFraming(options.maxBodyBytes);
  return {
    fromClient: frameReader(framing, (header, body) => {
      const code = header.readUInt8();
      if (body === null) recorder.tooLong(code);
      else recorder.fromClient(frontendMessage(code, body));
    }).read,
    fromServer: frameReader(framing, (header, body) => recorder.fromServer(header.readUInt8(), body)).read,
    end: recorder.end,
  };
}
