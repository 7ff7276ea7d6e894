import { missOf } from '../../applications/domain/mock-settings.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { World } from '../../platform/world.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import type { IntakeServices } from '../../recordings/services.ts';
import type { ActiveReplay } from '../domain/active-replay.ts';
import type { Call } from '../domain/call.ts';
import type { MadeCall } from '../domain/made-call.ts';
import type { Match } from '../domain/match-call.ts';
import type { ValueAlias } from '../domain/value-aliases.ts';
import { activeReplays } from '../store/active-replays.ts';
import { askedTargets } from '../store/asked-targets.ts';
import { madeCalls } from '../store/made-calls.ts';
import { callConsumer, MAX_MADE_CALLS } from './call-consumer.ts';
import { foundAnswer, type MockAnswer, missedAnswer, openedCall, openerOf } from './mock-answer.ts';
import { type ReplayState, replayStates } from './replay-states.ts';
import { sqlTexts } from './sql-texts.ts';
import { startupAnswers } from './startup-answers.ts';

export type Mocks = ReturnType<typeof mocks>;

/** Names the request that a call belongs to: exactly one member. `appId`: the only one of the application. */
export interface Correlation {
  replayId?: string | undefined;
  traceId?: string | undefined;
  appId?: string | undefined;
}

/** A call that an agent asks for. */
export interface Question extends Correlation {
  call: Call;
  /** The call belongs to no request; with `appId`. */
  startup?: boolean | undefined;
  /** Makes a repeat get the same answer, and consume nothing. */
  askId?: string | undefined;
  /** Whether an answer is given again, instead of the policy of the target. */
  reuse?: 'never' | 'always' | undefined;
  /** A call that would be made for real is not: it has no answer. */
  isNeverReal?: boolean | undefined;
  /** The agent answers calls to this target by itself, and asks only for the others: the target does not count as asked. */
  isPartial?: boolean | undefined;
}

export type CorrelationRefusal = 'REPLAY_NOT_FOUND' | 'REPLAY_AMBIGUOUS' | 'REPLAY_ID_NEEDED';

/** A request about to be sent, with how many downstream calls its case has. */
export interface NewReplay extends Omit<ActiveReplay, 'startedAt'> {
  calls: number;
}

/** Maximum bytes of the values of value mapping that are kept of a request. @internal */
export const MAX_ALIAS_BYTES = 128 * 1024;

/** What an application asked for and an agent reported while a case was replayed. */
export interface MadeCallsOfReplay {
  asked: boolean;
  askedTargets: string[];
  /** The service did not answer one of its calls, so its response says nothing about the build. */
  isUnanswered: boolean;
  /** In the order in which they were made. */
  calls: MadeCall[];
}

export interface MocksOptions
  extends Pick<World, 'table' | 'blobs' | 'now' | 'newId' | 'work'>,
    Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications'> {
  tenant: string;
  retentionMs: number;
}

/** Answers downstream calls of replayed requests from their recordings, and notes them (interface 12). */
export function mocks(options: MocksOptions) {
  const { recordings, now, tenant } = options;
  const active = activeReplays(options, tenant);
  const made = madeCalls(options, tenant, () => options.recordingKeys.sealer());
  const targets = askedTargets(options, tenant, options.retentionMs);
  const states = replayStates({ ...options, active, made });
  const normalised = sqlTexts();
  const startups = startupAnswers({ ...options, normalised });
  const { matchOf, madeBy, consume } = callConsumer({ made, normalised });

  /** The replays that a call may belong to. */
  async function replayIds({ replayId, traceId, appId }: Correlation): Promise<readonly string[]> {
    if (replayId !== undefined) return [replayId];
    if (traceId !== undefined) return active.ofTrace(traceId);
    return appId === undefined ? [] : active.ofApplication(appId);
  }

  /** The replays that a call may belong to without their ids: end users choose trace ids. */
  async function foundByOthers(underWay: readonly ReplayState[], call: Call | null): Promise<ReplayState[]> {
    const mayBe = await Promise.all(
      underWay.map(async ({ mocks: { correlation }, replay }) => {
        if (correlation === 'auto') return call === null || !(await targets.isNamed(replay.appId, call.target));
        return correlation !== 'replayId';
      }),
    );
    return underWay.filter((_, index) => mayBe[index]);
  }

  /** The replay of a call: of several of one trace, the first that has recorded an equal call that is left. */
  async function stateOf(question: Correlation, call: Call | null): Promise<Result<ReplayState, CorrelationRefusal>> {
    const ids = await replayIds(question);
    const underWay = (await Promise.all(ids.map(states.find))).filter((state) => state !== null);
    if (underWay.length === 0) return refuse('REPLAY_NOT_FOUND', 'no such replay is in progress');
    const found = question.replayId === undefined ? await foundByOthers(underWay, call) : underWay;
    const [first, ...others] = found;
    if (first === undefined)
      return refuse(
        'REPLAY_ID_NEEDED',
        'calls to this target need a replay id; with mocks.correlation: headers, trace ids count too',
      );
    if (others.length === 0) return accept(first);
    const fits = (state: ReplayState) => {
      const match = call && matchOf(state, madeBy(state, asRecordedCall(call)).canonical);
      return match?.isFound && match.strategy === 'exact';
    };
    const fitting = question.traceId === undefined ? undefined : found.find(fits);
    return fitting
      ? accept(fitting)
      : refuse('REPLAY_AMBIGUOUS', 'several requests are in progress, so the call could belong to any of them');
  }

  async function answered(
    state: ReplayState,
    { replayId, call, askId, reuse, isPartial, isNeverReal }: Question,
  ): Promise<MockAnswer> {
    const { sealed, canonical } = madeBy(state, asRecordedCall(call), call.value);
    const { replay, sealer } = state;
    if (canonical.isSession) return (await startups.find(replay, canonical)) ?? missedAnswer('NO_MATCH', 'passThrough');

    // A call that no case has may have been made at startup when it was recorded.
    const found = matchOf(state, canonical, reuse);
    const startup = found.isFound ? null : await startups.find(replay, canonical);
    const miss = missOf(state.mocks, call.target);
    const asked = { ...sealed, response: null, at: now(), ...(isPartial && { isPartial: true as const }) };
    const noted = Promise.all([
      isPartial ? null : targets.note(replay.appId, sealed.target),
      replayId === undefined ? null : targets.noteNamed(replay.appId, call.target),
    ]);
    const match = await consume(state, {
      canonical,
      askId: askId ?? null,
      ...(reuse && { reuse }),
      // What was not found may be there by now.
      ...(found.isFound && { match: found }),
      callOf(found): MadeCall {
        const index = found.isFound ? found.index : null;
        const strategy = found.isFound ? found.strategy : null;
        const one = { ...asked, recorded: index, strategy };
        if (!replay.enableMock) return { ...one, answeredBy: 'target', reason: 'MOCKING_OFF' };
        if (found.isFound) return { ...one, answeredBy: 'recording', reason: null };
        if (startup !== null) return { ...one, strategy: 'reused', answeredBy: 'recording', reason: null };
        const onMiss = isNeverReal && miss.onMiss === 'passThrough' ? 'fail' : miss.onMiss;
        return { ...one, answeredBy: ANSWERED_BY[onMiss], reason: found.reason };
      },
    });
    await noted;
    if (!replay.enableMock) return missedAnswer('MOCKING_OFF', 'passThrough');
    if (match.isFound) return recordedAnswer(state, match);
    if (startup !== null) return startup;
    const response = miss.response === undefined ? null : JSON.stringify(miss.response);
    return missedAnswer(match.reason, miss.onMiss, { nearest: match.nearest, response });

    function recordedAnswer({ calls, mocks }: ReplayState, { index, strategy }: Extract<Match, { isFound: true }>) {
      const recorded = calls[index];
      if (recorded === undefined) throw new Error('a consumed call is not in its case');
      const waits = mocks.replayLatency === 'recorded';
      return foundAnswer(openedCall(recorded, openerOf(replay, sealer), replay.aliases), { strategy, index, waits });
    }
  }

  return {
    /**
     * Prepares for the calls of a request that is about to be sent; durable when resolved. False, and nothing is written,
     * if the case has no calls and none of its application are known.
     */
    async begin({ calls, ...replay }: NewReplay): Promise<boolean> {
      if (calls === 0 && !(await recordings.hasCalls(replay.appId))) return false;
      await active.begin({ ...replay, aliases: withinBytes(replay.aliases), startedAt: now() });
      return true;
    },

    /** Forgets a replay: its calls are no longer answered. What they were stays until the replay expires. */
    async end(replay: Pick<ActiveReplay, 'replayId' | 'traceId' | 'appId'>): Promise<void> {
      states.forget(replay.replayId);
      await active.end(replay);
    },

    /** A replay under way, without its calls: agents wait for this before the application sees the request. */
    facts: active.find,

    /** The replay under way that a call belongs to; null if there is none, or several. */
    async find(correlation: Correlation): Promise<ActiveReplay | null> {
      const found = await stateOf(correlation, null);
      return found.ok ? found.value.replay : null;
    },

    /** Answers a call, and notes it. */
    async match(question: Question): Promise<Result<MockAnswer, CorrelationRefusal>> {
      const { call, startup, appId } = question;
      if (startup && appId !== undefined) {
        const answer = await startups.answer(appId, asRecordedCall(call));
        return accept(answer ?? missedAnswer('NO_CALL_RECORDED', 'passThrough'));
      }
      const state = await stateOf(question, call);
      return state.ok ? accept(await answered(state.value, question)) : state;
    },

    /**
     * Notes that the service did not answer a call of a replay, by a limit or a fault of its own; durable when resolved.
     * Returns the id of the replay.
     */
    async noteUnanswered(correlation: Correlation): Promise<Result<string, CorrelationRefusal>> {
      const found = await stateOf(correlation, null);
      if (!found.ok) return found;
      const { replayId, expiresAt } = found.value.replay;
      await made.unanswered(replayId, expiresAt);
      return accept(replayId);
    },

    /** The recorded calls of a replay with their sealed values open; null if none is under way. */
    async recordedCalls(replayId: string): Promise<{ index: number; call: RecordedCall }[] | null> {
      const state = await states.find(replayId);
      if (state === null) return null;
      const { candidates, calls, replay, sealer } = state;
      return calls.flatMap((call, index) =>
        candidates.byIndex.has(index)
          ? { index, call: openedCall(call, openerOf(replay, sealer), replay.aliases) }
          : [],
      );
    },

    /**
     * Notes calls that were made for real, each with the recorded call that it corresponds to; durable when resolved. An
     * empty list says that an agent was there. Null if no such replay is in progress; else the indexes that were too many.
     */
    async report(replayId: string, calls: readonly RecordedCall[], reportId: string | null): Promise<number[] | null> {
      const state = await states.find(replayId);
      if (state === null) return null;
      const at = now();
      const left = Math.max(0, MAX_MADE_CALLS - state.noted);
      await Promise.all(
        calls.slice(0, left).map(async (call, index) => {
          const { sealed, canonical } = madeBy(state, call);
          if (canonical.isSession) return;
          await consume(state, {
            canonical,
            askId: reportId === null ? null : `${reportId}.${index}`,
            reuse: 'never',
            callOf: (found) => ({
              ...sealed,
              recorded: found.isFound ? found.index : null,
              answeredBy: 'target',
              strategy: found.isFound ? found.strategy : null,
              reason: found.isFound ? null : found.reason,
              at,
            }),
          });
        }),
      );
      await made.reported(replayId, state.replay.expiresAt);
      return calls.map((_, index) => index).slice(left);
    },

    /**
     * The calls of a replay. `asked`: an agent has reported, so that these are all. `askedTargets`: those that the
     * application asked for calls to, in this replay or in an earlier one.
     */
    async madeCalls({ replayId, appId }: Pick<ActiveReplay, 'replayId' | 'appId'>): Promise<MadeCallsOfReplay> {
      const [{ isReported, isUnanswered, calls }, asked] = await Promise.all([made.all(replayId), targets.of(appId)]);
      return { asked: isReported, askedTargets: asked.sort(), isUnanswered, calls };
    },

    /** Keeps calls that an application makes outside of requests, the newest of equal ones. */
    noteStartup: startups.note,
  };
}

/** The first aliases, as many as a row holds beside the rest; without the others, calls are similar instead of equal. */
function withinBytes(aliases: readonly ValueAlias[]): ValueAlias[] {
  let bytes = 0;
  return aliases.filter(({ replayed, recorded, thing }) => {
    bytes += Buffer.byteLength(replayed) + Buffer.byteLength(recorded) + Buffer.byteLength(thing ?? '');
    return bytes <= MAX_ALIAS_BYTES;
  });
}

const ANSWERED_BY = { fail: 'nothing', passThrough: 'target', default: 'default' } as const;

/** A call whose response is not known. */
const asRecordedCall = ({ kind, target, operation, request }: Call): RecordedCall => ({
  kind,
  target,
  operation,
  request,
  response: 'null',
  error: null,
  durationMs: null,
});
