import type * as v from 'valibot';
import type { MockAnswer } from '../service/mock-answer.ts';
import type { Answered, Missed } from './shown-calls.ts';

/** The members of an answer besides its response, which is JSON text already. */
type HeadOf<S extends v.GenericSchema> = Omit<v.InferOutput<S>, 'response'>;

/** An answer as the text of a MatchAnswer. */
export function answerText(answer: MockAnswer): string {
  if (answer.matched) {
    const { strategy, index, error, durationMs, delayMs } = answer;
    const callId = index === null ? 'startup' : String(index);
    const head: HeadOf<typeof Answered> = { matched: true, strategy, callId, error, durationMs, delayMs };
    return withResponse(head, answer.response);
  }
  const { reason, onMiss, response } = answer;
  const nearest = answer.nearest.map(({ index, ...near }) => ({ callId: String(index), ...near }));
  const head: HeadOf<typeof Missed> = { matched: false, reason, nearest, onMiss };
  return response === null ? JSON.stringify(head) : withResponse(head, response);
}

const withResponse = (head: object, response: string): string =>
  `${JSON.stringify(head).slice(0, -1)},"response":${response}}`;
