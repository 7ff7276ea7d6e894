import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { framesOf } from '../wire/frame-reader.ts';
import { finish, serveMessages } from '../wire/serve-messages.ts';
import { frontendMessage, messageFraming } from './messages.ts';
import { mockSession } from './mock-session.ts';
import { openConnection } from './open-connection.ts';
import { realCalls } from './pass-through.ts';
import { AUTHENTICATED, backendKey, errorResponse, parameterStatus, readyForQuery } from './server-messages.ts';
import { serverParameters } from './server-parameters.ts';
import type { Session } from './session-statement.ts';
import type { SharedParts } from './shared-parts.ts';

const TOO_LONG = errorResponse('E', {
  severity: 'FATAL',
  severityCode: 'FATAL',
  code: '54000',
  message: 'replay: a message is larger than what is recorded',
});

/** Answers a connection in place of the real server; any user and password is accepted. */
export async function mockConnection(client: Socket, shared: SharedParts): Promise<void> {
  const { options, sayOnce, noter } = shared;
  const opening = await openConnection(client, () => sayOnce('a client asked for TLS; this proxy has none'));
  if (opening === null) return;
  // A call that is answered at once needs no cancelling.
  if (opening.message.type === 'cancel') return finish(client);
  const { parameters: given } = opening.message;
  const session: Session = { status: 'I', parameters: await serverParameters(options, given) };
  const real = realCalls(options, noter, given);
  const { handle } = mockSession(shared, session, real);
  client.write(
    Buffer.concat([
      AUTHENTICATED,
      ...[...session.parameters].map(([name, value]) => parameterStatus(name, value)),
      backendKey(randomInt(2 ** 31), randomInt(2 ** 31)),
      readyForQuery('I'),
    ]),
  );
  try {
    const framing = messageFraming(options.maxBodyBytes);
    await serveMessages(client, framesOf(framing), opening.rest, async ({ header, body }) => {
      if (body === null) return { answers: [TOO_LONG], isLast: true };
      const message = frontendMessage(header.readUInt8(), body);
      return { answers: await handle(message), isLast: message.type === 'terminate' };
    });
  } finally {
    real.close();
  }
}
