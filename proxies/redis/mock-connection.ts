import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { CallRequest, Correlation, DownstreamOptions, MatchAnswer } from '../downstream.ts';
import { type CallCorrelation, callCorrelation } from '../wire/call-correlation.ts';
import { missText } from '../wire/missed-call.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { recordedError } from '../wire/recorded-error.ts';
import { type Command, type CommandRequest, commandKind, commandOf, requestOf } from './command.ts';
import type { SharedParts } from './pass-connection.ts';
import { type RealCalls, realCalls } from './real-calls.ts';
import { errorOf } from './record-connection.ts';
import { errorBytes, jsonOf, respBytes } from './resp-json.ts';
import type { Resp } from './resp-reader.ts';
import { serveValues } from './serve-values.ts';
import { helloReply, type Session, serverReply, sessionReply, subscriptionReply } from './session-reply.ts';

/** Maximum commands of a transaction in a replay. */
const MAX_QUEUED = 10_000;

/** The server side of one connection in replay. */
interface MockConnection {
  options: DownstreamOptions;
  noter: CallNoter;
  sayOnce: (text: string) => void;
  session: Session;
  correlation: CallCorrelation;
  real: RealCalls;
  channels: Set<string>;
}

/** Answers a connection in place of the real server; any user and password is accepted. */
export async function mockConnection(client: Socket, { options, noter, sayOnce }: SharedParts): Promise<void> {
  const mock: MockConnection = {
    options,
    noter,
    sayOnce,
    session: { id: randomInt(1, 2 ** 31), db: 0, protocol: 2, queued: null },
    correlation: callCorrelation(options.correlate),
    real: realCalls(options),
    channels: new Set<string>(),
  };
  try {
    await serveValues(client, mock.options.maxBodyBytes, async (value: Resp) => {
      const command = commandOf(value);
      if (command === null) return { answers: [errorBytes('ERR Protocol error: no command')], isLast: true };
      return { answers: [await replyTo(mock, command)], isLast: command.name === 'QUIT' };
    });
  } finally {
    mock.real.close();
  }
}

const callOf = (mock: MockConnection, name: string, request: CommandRequest): CallRequest => ({
  kind: 'cache',
  target: mock.options.name,
  operation: name,
  request,
});

function recordedReply(mock: MockConnection, answer: Extract<MatchAnswer, { matched: true }>): Buffer {
  if (!answer.error) return respBytes(answer.response ?? null, mock.session.protocol);
  const { code, message } = recordedError(answer.error);
  const [first, text] = [String(code ?? 'ERR'), String(message ?? '')];
  return errorBytes(text.startsWith(first) ? text : `${first} ${text}`);
}

/** Makes commands for real and notes the last one. */
async function made(
  mock: MockConnection,
  commands: readonly Command[],
  request: CommandRequest,
  at: Correlation,
): Promise<Buffer> {
  const open = mock.noter.open(at);
  const reply = await mock.real.make(commands, mock.session.db, mock.session.protocol);
  const name = request.command;
  if (reply === null) {
    open.abandon();
    return errorBytes('ERR replay: the real server did not answer');
  }
  const isError = reply.type === 'error' || reply.type === 'bulkError';
  const response = isError ? null : jsonOf(reply);
  open.complete({ operation: name, request, response, error: isError ? errorOf(reply) : null });
  return isError ? errorBytes(errorOf(reply).message) : respBytes(response, mock.session.protocol);
}

async function call(mock: MockConnection, command: Command): Promise<Buffer> {
  const { queued } = mock.session;
  const request = requestOf(command, mock.session.db);
  const at = mock.correlation.of({});
  if (command.name === 'EXEC') {
    if (queued === null) return errorBytes('ERR EXEC without MULTI');
    request.queued = queued.map((one) => [one.name, ...requestOf(one, 0).args]);
    mock.session.queued = null;
    mock.correlation.end();
  } else if (queued !== null) {
    if (queued.length >= MAX_QUEUED) return errorBytes(`ERR replay: more than ${MAX_QUEUED} commands in a transaction`);
    queued.push(command);
  }
  const answer = await mock.options.matchCall(at, callOf(mock, command.name, request));
  if (answer.matched) return recordedReply(mock, answer);
  if (answer.onMiss === 'default' && answer.response !== undefined)
    return respBytes(answer.response, mock.session.protocol);
  if (answer.onMiss !== 'passThrough') return errorBytes(`ERR ${missText(answer)}`);
  if (command.name === 'EXEC' && queued !== null)
    return made(mock, [{ name: 'MULTI', args: [] }, ...queued, command], request, at);
  return queued === null ? made(mock, [command], request, at) : respBytes('QUEUED', mock.session.protocol);
}

async function startup(mock: MockConnection, command: Command): Promise<Buffer> {
  const answer = await mock.options.matchStartup(callOf(mock, command.name, requestOf(command, 0)));
  if (answer.matched) return recordedReply(mock, answer);
  const reply = serverReply(command);
  return reply === undefined ? call(mock, command) : respBytes(reply, mock.session.protocol);
}

async function hello(mock: MockConnection, { name, args }: Command): Promise<Buffer> {
  const version = args[0]?.toString('latin1') ?? String(mock.session.protocol);
  if (version !== '2' && version !== '3') return errorBytes('NOPROTO unsupported protocol version');
  mock.session.protocol = version === '3' ? 3 : 2;
  const answer = await mock.options.matchStartup(callOf(mock, name, requestOf({ name, args: args.slice(0, 1) }, 0)));
  return answer.matched ? recordedReply(mock, answer) : respBytes(helloReply(mock.session), mock.session.protocol);
}

async function replyTo(mock: MockConnection, command: Command): Promise<Buffer> {
  const { name } = command;
  switch (commandKind(command)) {
    case 'session':
      if (name === 'HELLO') return hello(mock, command);
      if (name === 'MULTI') mock.correlation.begin({});
      if (name === 'DISCARD' || name === 'RESET') mock.correlation.end();
      return sessionReply(mock.session, command);
    case 'startup':
      return startup(mock, command);
    case 'subscription':
      mock.sayOnce('subscriptions get no messages in a replay');
      return subscriptionReply(mock.session, command, mock.channels);
    case 'stream':
      return name === 'CLIENT'
        ? sessionReply(mock.session, command)
        : errorBytes(`ERR replay: ${name} is not supported in replay`);
    default:
      return call(mock, command);
  }
}
