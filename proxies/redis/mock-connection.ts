import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { CallRequest, Correlation, MatchAnswer } from '../downstream.ts';
import { callCorrelation } from '../wire/call-correlation.ts';
import { missText } from '../wire/missed-call.ts';
import { recordedError } from '../wire/recorded-error.ts';
import { type Command, type CommandRequest, commandKind, commandOf, requestOf } from './command.ts';
import { realCalls } from './real-calls.ts';
import { errorOf } from './record-connection.ts';
import { errorBytes, jsonOf, respBytes } from './resp-json.ts';
import type { Resp } from './resp-reader.ts';
import { serveValues } from './serve-values.ts';
import { helloReply, type Session, serverReply, sessionReply, subscriptionReply } from './session-reply.ts';
import type { SharedParts } from './shared-parts.ts';

/** Maximum commands of a transaction in a replay. */
const MAX_QUEUED = 10_000;

/** Answers a connection in place of the real server; any user and password is accepted. */
export async function mockConnection(client: Socket, { options, noter, sayOnce }: SharedParts): Promise<void> {
  const session: Session = { id: randomInt(1, 2 ** 31), db: 0, protocol: 2, queued: null };
  const correlation = callCorrelation(options.correlate);
  const real = realCalls(options);
  const channels = new Set<string>();

  const callOf = (name: string, request: CommandRequest): CallRequest => ({
    kind: 'cache',
    target: options.name,
    operation: name,
    request,
  });

  function recordedReply(answer: Extract<MatchAnswer, { matched: true }>): Buffer {
    if (!answer.error) return respBytes(answer.response ?? null, session.protocol);
    const { code, message } = recordedError(answer.error);
    const [first, text] = [String(code ?? 'ERR'), String(message ?? '')];
    return errorBytes(text.startsWith(first) ? text : `${first} ${text}`);
  }

  /** Makes commands for real and notes the last one. */
  async function made(commands: readonly Command[], request: CommandRequest, at: Correlation): Promise<Buffer> {
    const open = noter.open(at);
    const reply = await real.make(commands, session.db, session.protocol);
    const name = request.command;
    if (reply === null) {
      open.abandon();
      return errorBytes('ERR replay: the real server did not answer');
    }
    const isError = reply.type === 'error' || reply.type === 'bulkError';
    const response = isError ? null : jsonOf(reply);
    open.complete({ operation: name, request, response, error: isError ? errorOf(reply) : null });
    return isError ? errorBytes(errorOf(reply).message) : respBytes(response, session.protocol);
  }

  async function call(command: Command): Promise<Buffer> {
    const { queued } = session;
    const request = requestOf(command, session.db);
    const at = correlation.of({});
    if (command.name === 'EXEC') {
      if (queued === null) return errorBytes('ERR EXEC without MULTI');
      request.queued = queued.map((one) => [one.name, ...requestOf(one, 0).args]);
      session.queued = null;
      correlation.end();
    } else if (queued !== null) {
      if (queued.length >= MAX_QUEUED)
        return errorBytes(`ERR replay: more than ${MAX_QUEUED} commands in a transaction`);
      queued.push(command);
    }
    const answer = await options.matchCall(at, callOf(command.name, request));
    if (answer.matched) return recordedReply(answer);
    if (answer.onMiss === 'default' && answer.response !== undefined)
      return respBytes(answer.response, session.protocol);
    if (answer.onMiss !== 'passThrough') return errorBytes(`ERR ${missText(answer)}`);
    if (command.name === 'EXEC' && queued !== null)
      return made([{ name: 'MULTI', args: [] }, ...queued, command], request, at);
    return queued === null ? made([command], request, at) : respBytes('QUEUED', session.protocol);
  }

  async function startup(command: Command): Promise<Buffer> {
    const answer = await options.matchStartup(callOf(command.name, requestOf(command, 0)));
    if (answer.matched) return recordedReply(answer);
    const reply = serverReply(command);
    return reply === undefined ? call(command) : respBytes(reply, session.protocol);
  }

  async function hello({ name, args }: Command): Promise<Buffer> {
    const version = args[0]?.toString('latin1') ?? String(session.protocol);
    if (version !== '2' && version !== '3') return errorBytes('NOPROTO unsupported protocol version');
    session.protocol = version === '3' ? 3 : 2;
    const answer = await options.matchStartup(callOf(name, requestOf({ name, args: args.slice(0, 1) }, 0)));
    return answer.matched ? recordedReply(answer) : respBytes(helloReply(session), session.protocol);
  }

  async function reply(command: Command): Promise<Buffer> {
    const { name } = command;
    switch (commandKind(command)) {
      case 'session':
        if (name === 'HELLO') return hello(command);
        if (name === 'MULTI') correlation.begin({});
        if (name === 'DISCARD' || name === 'RESET') correlation.end();
        return sessionReply(session, command);
      case 'startup':
        return startup(command);
      case 'subscription':
        sayOnce('subscriptions get no messages in a replay');
        return subscriptionReply(session, command, channels);
      case 'stream':
        return name === 'CLIENT'
          ? sessionReply(session, command)
          : errorBytes(`ERR replay: ${name} is not supported in replay`);
      default:
        return call(command);
    }
  }

  try {
    await serveValues(client, options.maxBodyBytes, async (value: Resp) => {
      const command = commandOf(value);
      if (command === null) return { answers: [errorBytes('ERR Protocol error: no command')], isLast: true };
      return { answers: [await reply(command)], isLast: command.name === 'QUIT' };
    });
  } finally {
    real.close();
  }
}
