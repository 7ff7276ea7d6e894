import type { MockAnswer } from '../service/mock-answer.ts';

/** An answer as JSON text: its response is JSON text already. */
export function answerText(answer: MockAnswer): string {
  if (answer.matched) {
    const { strategy, index, error, durationMs, delayMs } = answer;
    const callId = index === null ? 'startup' : String(index);
    const head = JSON.stringify({ matched: true, strategy, callId, error, durationMs, delayMs });
    return `${head.slice(0, -1)},"response":${answer.response}}`;
  }
  const { reason, onMiss, response } = answer;
  const nearest = answer.nearest.map(({ index, ...near }) => ({ callId: String(index), ...near }));
  const head = JSON.stringify({ matched: false, reason, nearest, onMiss });
  return response === null ? head : `${head.slice(0, -1)},"response":${response}}`;
}
