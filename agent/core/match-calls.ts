import { getSystemErrorMap } from 'node:util';
import type { RedactRule } from '../../functions/applications/domain/redact-rule.ts';
import { type AgentCall, type CallAnswer, callErrorOf } from './agent-call.ts';
import type { AgentConfig } from './agent-config.ts';
import { membersOf } from './json-value.ts';
import { originals } from './originals.ts';
import { redactCall } from './redact-call.ts';
import type { ServiceAnswer, ServiceLink } from './service-link.ts';
import type { Warnings } from './warnings.ts';

/** Whom a call belongs to: a replay, or the start of an application. */
type CallOwner = { replayId: string } | { appId: string; startup: true };

/** Asks the service for the answer of a call. Never rejects. */
export type MatchCall = (owner: CallOwner, call: AgentCall) => Promise<CallAnswer>;

export interface MatchOptions extends Pick<AgentConfig, 'onAway'> {
  link: ServiceLink;
  rules: readonly RedactRule[];
  warnings: Warnings;
  /** Waits for some ms; tests replace it. */
  wait?: (ms: number) => Promise<void>;
}

/** A match that takes longer counts as if the service did not answer. */
const MATCH_TIMEOUT_MS = 10_000;
/** Pauses before further attempts where the service is too busy; a repeat of a question gets the same answer. */
const BUSY_PAUSES_MS = [100, 500];
/** How long a call waits for the note that it was not answered. */
const NOTE_TIMEOUT_MS = 2_000;
const TOO_MANY_REQUESTS = 429;
/** Of one request to the service (protocol). */
const MAX_BATCH = 100;

/** As Node.js numbers a refused connection on this platform; libraries know failures of sockets by it. */
const REFUSED_ERRNO = [...getSystemErrorMap()].find(([, [name]]) => name === 'ECONNREFUSED')?.[0];

interface Asked {
  owner: CallOwner;
  item: object;
  call: AgentCall;
  resolve(answer: CallAnswer): void;
}

/** Creates the matcher: calls that begin together are sent together. */
export function matchCalls({ link, onAway, rules, warnings, wait = pause }: MatchOptions): MatchCall {
  let waiting: Asked[] = [];

  async function away({ owner, call }: Asked): Promise<CallAnswer> {
    warnings.warn(
      'match',
      `the service does not answer; calls of replayed requests ${onAway === 'fail' ? 'fail' : 'are made for real'}`,
    );
    if (onAway === 'passThrough') return { kind: 'real', isUnanswered: true };
    // The failure of the call says nothing about the application, and must not count as a difference.
    if ('replayId' in owner) await link.call('POST', '/api/recorder/mocks/unanswered', owner, NOTE_TIMEOUT_MS);
    return refused(call, 'the replay service does not answer');
  }

  async function ask(path: string, body: object): Promise<ServiceAnswer> {
    for (const ms of BUSY_PAUSES_MS) {
      const answer = await link.call('POST', path, body, MATCH_TIMEOUT_MS);
      if (answer?.status !== TOO_MANY_REQUESTS) return answer;
      await wait(ms);
    }
    return link.call('POST', path, body, MATCH_TIMEOUT_MS);
  }

  async function send(asked: readonly Asked[]): Promise<void> {
    const [first] = asked;
    if (first === undefined) return;
    const isSingle = asked.length === 1;
    const answer = isSingle
      ? await ask('/api/recorder/mocks/match', first.item)
      : await ask('/api/recorder/mocks/match-batch', { items: asked.map(({ item }) => item) });
    const items = isSingle ? [answer?.body] : itemsOf(answer?.body);
    const isAnswered = answer !== null && (answer.status === 200 || (isSingle && isRefusal(answer.status)));
    asked.forEach((one, at) => {
      const given = isAnswered ? answerOf(items[at], one.call) : null;
      // A recorded duration that is to be waited for.
      const { delayMs } = membersOf(items[at]);
      if (given === null) void away(one).then(one.resolve);
      else if (typeof delayMs === 'number' && delayMs > 0) originals.setTimeout(() => one.resolve(given), delayMs);
      else one.resolve(given);
    });
  }

  return (owner, call) =>
    new Promise((resolve) => {
      const item = { ...owner, askId: originals.randomHex(12), call: redactCall(call, rules) };
      if (waiting.push({ owner, item, call, resolve: (answer) => resolve(answer) }) > 1) return;
      originals.setImmediate(() => {
        const all = waiting;
        waiting = [];
        for (let at = 0; at < all.length; at += MAX_BATCH) void send(all.slice(at, at + MAX_BATCH));
      });
    });
}

const pause = (ms: number) => new Promise<void>((resolve) => originals.setTimeout(() => resolve(), ms));

function itemsOf(body: unknown): readonly unknown[] {
  const { items } = membersOf(body);
  return Array.isArray(items) ? items : [];
}

/** Whether the service has decided that a call has no answer. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;

/** Null if it is not an answer. */
function answerOf(body: unknown, call: AgentCall): CallAnswer | null {
  const answer = membersOf(body);
  if (answer.matched === true) {
    return typeof answer.error === 'string'
      ? { kind: 'error', error: callErrorOf(answer.error) }
      : { kind: 'response', response: answer.response ?? null };
  }
  if (typeof answer.errorCode === 'string') return refused(call, answer.errorCode);
  if (answer.matched !== false) return null;
  if (answer.reason === 'MOCKING_OFF' || answer.onMiss === 'passThrough') return { kind: 'real' };
  if (answer.onMiss === 'default' && answer.response !== undefined)
    return { kind: 'response', response: answer.response };
  return refused(call, typeof answer.reason === 'string' ? answer.reason : 'NO_MATCH');
}

/** The failure of a call that nothing answers, as of a server that is away. */
function refused({ target, operation }: AgentCall, reason: string): CallAnswer {
  const failure = new Error(`connect ECONNREFUSED: no recorded call of ${target} answers ${operation} (${reason})`);
  const members = { code: 'ECONNREFUSED', errno: REFUSED_ERRNO, syscall: 'connect' };
  return { kind: 'refused', failure: Object.assign(failure, members) };
}
