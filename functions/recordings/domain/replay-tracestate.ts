/** The key of our list member in `tracestate` (W3C Trace Context 3.3.1). */
const KEY = 'replay';
/** A replay id, as the sender makes them. */
const REPLAY_ID = /^[0-9a-f]{24}$/;
/** A member that keeps the list valid; an invalid one makes services discard all of it. */
const MEMBER =
  /^[a-z0-9][a-z0-9_\-*/]{0,240}(?:@[a-z][a-z0-9_\-*/]{0,13})?=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const MAX_MEMBERS = 32;
/** Characters that every service passes on, commas included (W3C Trace Context 3.3.1.5). */
const MAX_LENGTH = 512;
/** Longer members are left out first where the list is too long. */
const MAX_MEMBER_LENGTH = 128;

/**
 * The `tracestate` of a replayed request: the replay id first, then the members of the recorded lines that fit.
 * Services that pass `traceparent` on pass it on as well, so that a made call names its replay by what outsiders cannot
 * guess.
 */
export function replayTracestate(replayId: string, recorded: readonly string[]): string {
  const own = `${KEY}=${replayId}`;
  const members = recorded
    .flatMap((line) => line.split(','))
    .map((member) => member.trim())
    .filter((member) => MEMBER.test(member) && keyOf(member) !== KEY);
  const fitting = lengthOf([own, ...members]) <= MAX_LENGTH ? members : members.filter(isShort);
  const kept = [own, ...fitting].slice(0, MAX_MEMBERS);
  while (lengthOf(kept) > MAX_LENGTH) kept.pop();
  return kept.join(',');
}

/** The replay id that a `tracestate` names; undefined if it names none. */
export function replayIdInTracestate(tracestate: string | undefined): string | undefined {
  const own = tracestate
    ?.split(',')
    .map((member) => member.trim())
    .find((member) => keyOf(member) === KEY);
  const replayId = own?.slice(KEY.length + 1);
  return replayId !== undefined && REPLAY_ID.test(replayId) ? replayId : undefined;
}

const keyOf = (member: string): string => member.slice(0, Math.max(0, member.indexOf('=')));
const isShort = (member: string): boolean => member.length <= MAX_MEMBER_LENGTH;
const lengthOf = (members: readonly string[]): number => members.join(',').length;
