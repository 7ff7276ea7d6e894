import { getSystemErrorMap } from 'node:util';
import type { RedactRule } from '../../functions/applications/domain/redact-rule.ts';
import { type AgentCall, type CallAnswer, callErrorOf } from './agent-call.ts';
import type { AgentConfig } from './agent-config.ts';
import { membersOf } from './json-value.ts';
import { originals } from './originals.ts';
import { redactCall } from './redact-call.ts';
import type { ServiceLink } from './service-link.ts';
import type { Warnings } from './warnings.ts';

/** Whom a call belongs to: a replay, or the start of an application. */
type CallOwner = { replayId: string } | { appId: string; startup: true };

/** Asks the service for the answer of a call. Never rejects. */
export type MatchCall = (owner: CallOwner, call: AgentCall) => Promise<CallAnswer>;

export interface MatchOptions extends Pick<AgentConfig, 'onAway'> {
  link: ServiceLink;
  rules: readonly RedactRule[];
  warnings: Warnings;
}

/** A match that takes longer counts as if the service did not answer. */
const MATCH_TIMEOUT_MS = 10_000;
/** Of one request to the service (protocol). */
const MAX_BATCH = 100;

/** As Node.js numbers a refused connection on this platform; libraries know failures of sockets by it. */
const REFUSED_ERRNO = [...getSystemErrorMap()].find(([, [name]]) => name === 'ECONNREFUSED')?.[0];

interface Asked {
  item: object;
  call: AgentCall;
  resolve(answer: CallAnswer): void;
}

/** Creates the matcher: calls that begin together are sent together. */
export function matchCalls({ link, onAway, rules, warnings }: MatchOptions): MatchCall {
  let waiting: Asked[] = [];

  const away = (call: AgentCall): CallAnswer => {
    warnings.warn(
      'match',
      `the service does not answer; calls of replayed requests ${onAway === 'fail' ? 'fail' : 'are made for real'}`,
    );
    return onAway === 'passThrough'
      ? { kind: 'real', isUnanswered: true }
      : refused(call, 'the replay service does not answer');
  };

  async function send(asked: readonly Asked[]): Promise<void> {
    const [first] = asked;
    if (first === undefined) return;
    const isSingle = asked.length === 1;
    const answer = await link.call(
      'POST',
      isSingle ? '/api/recorder/mocks/match' : '/api/recorder/mocks/match-batch',
      isSingle ? first.item : { items: asked.map(({ item }) => item) },
      MATCH_TIMEOUT_MS,
    );
    const items = isSingle ? [answer?.body] : itemsOf(answer?.body);
    asked.forEach(({ call, resolve }, at) => {
      const isAnswered = answer !== null && (answer.status === 200 || (isSingle && answer.status < 500));
      const given = isAnswered ? answerOf(items[at], call, () => away(call)) : away(call);
      // A recorded duration that is to be waited for.
      const { delayMs } = membersOf(items[at]);
      if (typeof delayMs === 'number' && delayMs > 0) originals.setTimeout(() => resolve(given), delayMs);
      else resolve(given);
    });
  }

  return (owner, call) =>
    new Promise((resolve) => {
      const item = { ...owner, askId: originals.randomHex(12), call: redactCall(call, rules) };
      if (waiting.push({ item, call, resolve: (answer) => resolve(answer) }) > 1) return;
      originals.setImmediate(() => {
        const all = waiting;
        waiting = [];
        for (let at = 0; at < all.length; at += MAX_BATCH) void send(all.slice(at, at + MAX_BATCH));
      });
    });
}

function itemsOf(body: unknown): readonly unknown[] {
  const { items } = membersOf(body);
  return Array.isArray(items) ? items : [];
}

function answerOf(body: unknown, call: AgentCall, away: () => CallAnswer): CallAnswer {
  const answer = membersOf(body);
  if (answer.matched === true) {
    return typeof answer.error === 'string'
      ? { kind: 'error', error: callErrorOf(answer.error) }
      : { kind: 'response', response: answer.response ?? null };
  }
  if (typeof answer.errorCode === 'string') return refused(call, answer.errorCode);
  if (answer.matched !== false) return away();
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
