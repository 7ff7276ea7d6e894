import { replayIdInTracestate } from './replay-tracestate.ts';

/** The baggage that every replayed request propagates to its downstream calls (evaluation 3.13, W3C Baggage). */
export const REPLAY_BAGGAGE = 'eval.execution=true';

/**
 * Returns the tag that identifies a recorded request as part of a replay: online policies never replay it again
 * (evaluation 3.13).
 */
export function replayTags(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return headers.some(([name, value]) => isMark(name.toLowerCase(), value)) ? { 'eval.execution': 'true' } : {};
}

function isMark(name: string, value: string): boolean {
  if (name === 'tracestate') return replayIdInTracestate(value) !== undefined;
  if (name !== 'baggage') return name === 'x-replay-id';
  const members = value.split(',').map((member) => member.split(';', 1)[0]?.replaceAll(/\s/g, ''));
  return members.includes(REPLAY_BAGGAGE);
}
