import type { CallInput, MockReader } from './call-input.ts';
import { parseResp } from './resp-value.ts';
import { objectsOf } from './shown-spec.ts';

/** The call of a Redis mock, whose messages are RESP as it was on the wire. */
export const redisCall: MockReader = (spec) => {
  const asked = parseResp(dataOf(spec.redisRequests ?? spec.redisrequests));
  const answered = parseResp(dataOf(spec.redisResponses ?? spec.redisresponses));
  if (asked === null || answered === null || !Array.isArray(asked.value)) return undefined;
  const [command, ...args] = asked.value as unknown[];
  if (typeof command !== 'string') return undefined;
  const name = command.toUpperCase();
  return {
    kind: 'cache',
    target: 'redis',
    operation: name.slice(0, 200),
    request: { command: name, args },
    response: answered.error === null ? answered.value : null,
    error: answered.error && errorText(answered.error),
  } satisfies CallInput;
};

const errorText = (text: string) => JSON.stringify({ code: text.split(' ', 1)[0] ?? 'ERR', message: text });

/** The texts of the messages, one after the other. */
const dataOf = (messages: unknown): string =>
  objectsOf(messages)
    .flatMap(({ message }) => objectsOf(message))
    .map(({ data }) => (typeof data === 'string' ? data : ''))
    .join('');
