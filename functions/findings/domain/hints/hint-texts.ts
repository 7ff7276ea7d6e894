import { causeText } from '../../../platform/values/connection-cause.ts';
import type { HintCode, RunHint } from '../../../replay/domain/hint.ts';

/** Where the settings of an application have each setting: the page of its section, and its line there. */
const ANCHORS: Readonly<Record<RunHint['setting'], string>> = {
  login: '/login',
  'login.place.always': '/login',
  'replay.headers.set': '/headers#set',
  'replay.headers.always': '/headers#always',
  'replay.headers.remove': '/headers#remove',
  'mocks.onMiss': '/mocks#onMiss',
  'mocks.correlation': '/mocks#correlation',
  'replay.order': '/replay#order',
  targets: '/replay#allowed-targets',
};

/** The path of the settings page at the setting that fixes a cause. */
export const hintPath = (appId: string, { setting }: Pick<RunHint, 'setting'>): string =>
  `/console/apps/${encodeURIComponent(appId)}/settings${ANCHORS[setting]}`;

const BECAUSE: Readonly<
  Record<
    Exclude<HintCode, 'NOT_REACHED' | 'SESSION_CUT' | 'CALLS_NOT_ANSWERED' | 'OTHER_SESSIONS_WRITE'>,
    (isOne: boolean, hint: RunHint) => string
  >
> = {
  CREDENTIALS_EXPIRED: (isOne, { expiredAt = 0 }) =>
    isOne
      ? `its recorded token expired at ${utcText(expiredAt)}`
      : `their recorded tokens have expired, the last one at ${utcText(expiredAt)}`,
  NO_LOGIN_RECORDED: (isOne) => `no recorded response issued ${isOne ? 'its' : 'their'} credentials`,
  CREDENTIALS_REMOVED: (isOne) => `${isOne ? 'its' : 'their'} credentials were removed`,
  SAVED_FOR_OTHER_TARGETS: (_, { leftOut = [] }) =>
    `${namesText(leftOut)} ${leftOut.length === 1 ? 'was' : 'were'} saved for other targets and not sent here; save ${leftOut.length === 1 ? 'it' : 'them'} again to add this target`,
  LOGIN_REFUSED: (isOne) =>
    `${isOne ? 'it is' : 'they are'} a recorded login that the target refused, or used its session: the target lacks the recorded user, or the password is another`,
  HEADER_MISSING: (isOne) =>
    `${isOne ? 'it was' : 'they were'} recorded without credentials, which the target requires`,
};

/** A cause in one sentence. */
export function hintText(hint: RunHint): string {
  const { code, requests, interfaces, endpoints = interfaces, isAtLeast } = hint;
  const counted = `${isAtLeast ? 'at least ' : ''}${plural(requests, 'request')} of ${plural(endpoints, 'endpoint')}`;
  if (code === 'NOT_REACHED')
    return `The target did not answer ${counted}: ${causeText(hint.cause ?? '') ?? 'it was not reached'}.`;
  if (code === 'CALLS_NOT_ANSWERED') return `${callsText(hint, counted)}.`;
  if (code === 'SESSION_CUT')
    return requests === 1
      ? `${counted} says nothing about the build: its session began before the recordings, so the target does not know its credentials.`
      : `${counted} say nothing about the build: their sessions began before the recordings, so the target does not know their credentials.`;
  if (code === 'OTHER_SESSIONS_WRITE')
    return `${counted} failed and ${requests === 1 ? 'was' : 'were'} recorded after a write of a different session: replay in the recorded order.`;
  return `The target refused ${counted}: ${BECAUSE[code](requests === 1, hint)}.`;
}

/** Failing requests whose downstream calls had no answer, and what helps. */
const callsText = ({ setting, requests }: RunHint, counted: string): string =>
  setting === 'mocks.onMiss'
    ? `${counted} failed and made downstream calls that no recorded call answers: look at the calls of one, record the endpoint again, or choose what happens to such calls`
    : `${counted} failed, and nothing asked for ${requests === 1 ? 'its' : 'their'} recorded downstream calls: start the target with an agent, or send its downstream calls through the mock gateway or proxy. Calls there must name their replay, unless mocks.correlation is single`;

/** What was not sent, as a list in a sentence. Rounds of earlier versions name nothing. */
function namesText(leftOut: readonly string[]): string {
  const names = leftOut.map((name) => (name === 'login' ? 'the login step' : name));
  if (names.length > MAX_NAMES) names.splice(MAX_NAMES - 1, names.length, `${names.length - MAX_NAMES + 1} others`);
  const last = names.pop() ?? 'fixed headers or the login step';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** Maximum names of a sentence. */
const MAX_NAMES = 4;

const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** `2026-11-22 10:00:00 UTC`. */
const utcText = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
