/** What every replayed request carries on to whatever it calls (evaluation 3.13, W3C Baggage). */
export const REPLAY_BAGGAGE = 'eval.execution=true';

/** The tag by which a recorded request of a replay is known: online policies never replay it again (evaluation 3.13). */
export function replayTags(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return headers.some(([name, value]) => isMark(name.toLowerCase(), value)) ? { 'eval.execution': 'true' } : {};
}

function isMark(name: string, value: string): boolean {
  if (name !== 'baggage') return name === 'x-replay-id';
  const members = value.split(',').map((member) => member.split(';', 1)[0]?.replaceAll(/\s/g, ''));
  return members.includes(REPLAY_BAGGAGE);
}
