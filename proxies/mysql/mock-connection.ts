import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import * as v from 'valibot';
import type { DownstreamOptions } from '../downstream.ts';
import { framesOf } from '../wire/frame-reader.ts';
import { type Served, serveMessages } from '../wire/serve-messages.ts';
import { MAX_STARTUP_MS } from '../wire/wire-limits.ts';
import { CAPABILITY, OFFERED, STATUS } from './capabilities.ts';
import { clientCapabilities, type Greeting, greetingPacket } from './greeting.ts';
import { mockSession } from './mock-session.ts';
import { packet, packetFraming } from './packets.ts';
import { realCalls } from './real-calls.ts';
import { errorPayload, okPayload } from './server-packets.ts';
import type { SessionStatus } from './session-statement.ts';
import type { SharedParts } from './shared-parts.ts';

/** Largest answer to a greeting. @internal */
export const MAX_HANDSHAKE_BYTES = 65_536;

const TOO_LARGE = { code: 1153, sqlState: '08S01', message: 'replay: a packet is larger than what is recorded' };
const NO_TLS = { code: 3159, sqlState: 'HY000', message: 'replay: this proxy has no TLS' };
const CONNECTED = { affectedRows: '0', insertId: '0', status: STATUS.AUTOCOMMIT, warnings: 0, info: '' };

/** Answers a connection in place of the real server; any user and password is accepted. */
export async function mockConnection(client: Socket, { options, noter, read, sayOnce }: SharedParts): Promise<void> {
  const starting = setTimeout(() => client.destroy(), MAX_STARTUP_MS);
  client.once('close', () => clearTimeout(starting));
  const status: SessionStatus = { status: STATUS.AUTOCOMMIT };
  const real = realCalls(options, noter, status);
  let session: ReturnType<typeof mockSession> | null = null;

  function start(sequence: number, body: Buffer): Served {
    clearTimeout(starting);
    const { capabilities, wantsTls } = clientCapabilities(body);
    if (wantsTls) sayOnce('a client asked for TLS; this proxy has none');
    if (wantsTls || body.length > MAX_HANDSHAKE_BYTES || (capabilities & CAPABILITY.PROTOCOL_41) === 0)
      return { answers: [packet(sequence + 1, errorPayload(NO_TLS))], isLast: true };
    const deprecatesEof = (capabilities & OFFERED & CAPABILITY.DEPRECATE_EOF) !== 0;
    session = mockSession({ options, read }, deprecatesEof, status, real);
    return { answers: [packet(sequence + 1, okPayload(CONNECTED))] };
  }

  client.write(greetingPacket(await serverGreeting(options), randomInt(1, 2 ** 31)));
  try {
    const framing = framesOf(packetFraming(options.maxBodyBytes));
    await serveMessages(client, framing, Buffer.alloc(0), async ({ header, body }) => {
      const sequence = header.readUInt8(3);
      if (body === null) return { answers: [packet(sequence + 1, errorPayload(TOO_LARGE))], isLast: true };
      if (session === null) return start(sequence, body);
      const payloads = await session(body);
      if (payloads === null) return { answers: [], isLast: true };
      return { answers: payloads.map((payload, at) => packet(sequence + 1 + at, payload)) };
    });
  } finally {
    real.close();
  }
}

const Recorded = v.object({ version: v.string(), charset: v.number() });

/** What the server said first when it was recorded. */
async function serverGreeting({
  name,
  matchStartup,
}: Pick<DownstreamOptions, 'name' | 'matchStartup'>): Promise<Pick<Greeting, 'version' | 'charset'>> {
  const answer = await matchStartup({
    kind: 'database',
    target: name,
    operation: 'startup',
    request: { startup: true },
  });
  const recorded = answer.matched ? v.safeParse(Recorded, answer.response) : null;
  return recorded?.success ? recorded.output : { version: '8.0.36', charset: 255 };
}
