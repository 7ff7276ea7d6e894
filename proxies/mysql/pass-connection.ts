import type { Socket } from 'node:net';
import { callCorrelation } from '../wire/call-correlation.ts';
import { frameReader } from '../wire/frame-reader.ts';
import { reachServer } from '../wire/reach-server.ts';
import { relay } from '../wire/relay.ts';
import { MAX_STARTUP_MS } from '../wire/wire-limits.ts';
import { rewrittenGreeting } from './greeting.ts';
import { FULL_PACKET, packet, packetFraming } from './packets.ts';
import { connectionRecorder } from './record-connection.ts';
import { errorPayload } from './server-packets.ts';
import type { SharedParts } from './shared-parts.ts';

/** Where MySQL listens by default. */
const MYSQL_PORT = 3306;

/** Passes a connection on to the real server and records it; the greeting alone is rewritten. */
export async function passConnection(client: Socket, { options, noter, read, sayOnce }: SharedParts): Promise<void> {
  client.pause();
  const server = await reachServer(options.url, MYSQL_PORT);
  if (server === null) {
    sayOnce('the real server was not reached');
    client.end(packet(0, errorPayload({ code: 1129, message: 'replay record: the real server was not reached' })));
    return;
  }
  if (client.destroyed) {
    server.destroy();
    return;
  }
  const recorder = connectionRecorder({
    noter,
    correlation: callCorrelation(options.correlate),
    read,
    sayUnsupported: (what) => sayOnce(`${what} passes through; it is not answered in replays`),
  });
  const framing = packetFraming(options.maxBodyBytes);
  const greeting = await greetingOf(server);
  if (greeting === null || client.destroyed) {
    server.destroy();
    client.destroy();
    return;
  }
  const rewritten = rewrittenGreeting(greeting.payload);
  client.write(packet(0, rewritten?.payload ?? greeting.payload));
  if (rewritten) recorder.greeted(rewritten.greeting);
  relay(
    client,
    server,
    {
      fromClient: frameReader(framing, wholePackets(recorder.fromClient)).read,
      fromServer: frameReader(framing, wholePackets(recorder.fromServer)).read,
      end: recorder.end,
    },
    () => sayOnce('a connection could not be followed; it continues without being recorded'),
  );
  if (greeting.rest.length > 0) server.unshift(greeting.rest);
}

/** A message that spans packets is one that is too long. */
function wholePackets(read: (payload: Buffer | null) => void): (header: Buffer, body: Buffer | null) => void {
  let goesOn = false;
  return (header, body) => {
    const isPart = goesOn;
    goesOn = header.readUIntLE(0, 3) === FULL_PACKET;
    if (!isPart) read(body);
  };
}

const MAX_GREETING_BYTES = 4_096;

/** Reads the first packet of a server, which is paused afterwards; null if none comes, or one that is too long. */
function greetingOf(server: Socket): Promise<{ payload: Buffer; rest: Buffer } | null> {
  const { promise, resolve } = Promise.withResolvers<{ payload: Buffer; rest: Buffer } | null>();
  let found: Buffer | null = null;
  let isUnusable = false;
  const { read } = frameReader(packetFraming(MAX_GREETING_BYTES), (_, body) => {
    found = body;
    isUnusable = body === null;
  });
  const end = (result: { payload: Buffer; rest: Buffer } | null) => {
    clearTimeout(timeout);
    server.off('data', onData);
    server.off('close', onClose);
    server.pause();
    if (result === null) server.destroy();
    resolve(result);
  };
  const onClose = () => end(null);
  const onData = (chunk: Buffer) => {
    let at = 0;
    // Byte by byte, as what follows is passed on unread. It is short.
    for (; at < chunk.length && found === null && !isUnusable; at++) read(chunk.subarray(at, at + 1));
    if (isUnusable) end(null);
    else if (found !== null) end({ payload: found, rest: chunk.subarray(at) });
  };
  const timeout = setTimeout(onClose, MAX_STARTUP_MS);
  server.on('data', onData);
  server.once('close', onClose);
  return promise;
}
