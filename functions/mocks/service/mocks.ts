import { accept, type Result } from '../../platform/result.ts';
import { bound } from '../../platform/table/bound.ts';
import type { World } from '../../platform/world.ts';
import type { IntakeServices } from '../../recordings/composition.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import type { ActiveReplay } from '../domain/active-replay.ts';
import type { MadeCall } from '../domain/made-call.ts';
import type { ValueAlias } from '../domain/value-aliases.ts';
import { activeReplays } from '../store/active-replays.ts';
import { askedTargets } from '../store/asked-targets.ts';
import { madeCalls } from '../store/made-calls.ts';
import { callAnswerer, type Question } from './call-answerer.ts';
import { callConsumer } from './call-consumer.ts';
import { type Correlation, type CorrelationRefusal, callCorrelation } from './call-correlation.ts';
import { callReporter } from './call-reporter.ts';
import { asRecordedCall, type MockAnswer, missedAnswer, openedCall, openerOf } from './mock-answer.ts';
import { type ReplayState, replayStates } from './replay-states.ts';
import { sqlTexts } from './sql-texts.ts';
import { startupAnswers } from './startup-answers.ts';

export type Mocks = ReturnType<typeof mocks>;

/** A request about to be sent, with how many downstream calls its case has. @internal */
export interface NewReplay extends Omit<ActiveReplay, 'startedAt'> {
  calls: number;
}

/** Maximum bytes of the values of value mapping that are kept of a request. @internal */
export const MAX_ALIAS_BYTES = 128 * 1024;

/** What an application asked for and an agent reported while a case was replayed. */
interface MadeCallsOfReplay {
  asked: boolean;
  askedTargets: string[];
  /** The service did not answer one of its calls, so its response says nothing about the build. */
  isUnanswered: boolean;
  /** In the order in which they were made. */
  calls: MadeCall[];
}

export interface MocksOptions
  extends Pick<World, 'table' | 'blobs' | 'now' | 'elapsed' | 'newId' | 'work'>,
    Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications'> {
  tenant: string;
  retentionMs: number;
}

/** Answers downstream calls of replayed requests from their recordings, and notes them (interface 12). */
export function mocks(options: MocksOptions) {
  const parts = partsOf(options);
  const { active, made, states, startups, consumer, now } = parts;
  return {
    ...bound(parts, { begin, end, find, match, noteUnanswered, recordedCalls, madeCalls: madeCallsOf }),

    /** A replay under way, without its calls: agents wait for this before the application sees the request. */
    facts: active.find,

    report: callReporter({ states, consumer, made, now }),

    /** Keeps calls that an application makes outside of requests, the newest of equal ones. */
    noteStartup: startups.note,
  };
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(options: MocksOptions) {
  const { recordings, now, tenant } = options;
  const active = activeReplays(options, tenant);
  const made = madeCalls(options, tenant, () => options.recordingKeys.sealer());
  const targets = askedTargets(options, tenant, options.retentionMs);
  const states = replayStates({ ...options, active, made });
  const normalised = sqlTexts();
  const startups = startupAnswers({ ...options, normalised });
  const consumer = callConsumer({ made, normalised });
  const stateOf = callCorrelation({ active, states, targets, consumer });
  const answer = callAnswerer({ consumer, startups, targets, now });
  return { recordings, now, active, made, targets, states, startups, consumer, stateOf, answer };
}

/**
 * Prepares for the calls of a request that is about to be sent; durable when resolved. False, and nothing is written,
 * if the case has no calls and none of its application are known.
 */
async function begin({ recordings, active, now }: Parts, { calls, ...replay }: NewReplay): Promise<boolean> {
  if (calls === 0 && !(await recordings.hasCalls(replay.appId))) return false;
  await active.begin({ ...replay, aliases: withinBytes(replay.aliases), startedAt: now() });
  return true;
}

/** Forgets a replay: its calls are no longer answered. What they were stays until the replay expires. */
async function end(
  { states, active }: Parts,
  replay: Pick<ActiveReplay, 'replayId' | 'traceId' | 'appId' | 'isSpread'>,
): Promise<void> {
  states.forget(replay.replayId);
  await active.end(replay);
}

/** The replay under way that a call belongs to; null if there is none, or several. */
async function find({ stateOf }: Parts, correlation: Correlation): Promise<ActiveReplay | null> {
  const found = await stateOf(correlation, null);
  return found.ok ? found.value.replay : null;
}

/** Answers a call, and notes it. */
async function match(
  { startups, stateOf, answer }: Parts,
  question: Question,
): Promise<Result<MockAnswer, CorrelationRefusal>> {
  const { call, startup, appId } = question;
  if (startup && appId !== undefined) {
    const known = await startups.answer(appId, asRecordedCall(call));
    return accept(known ?? missedAnswer('NO_CALL_RECORDED', 'passThrough'));
  }
  const state = await stateOf(question, call);
  return state.ok ? accept(await answer(state.value, question)) : state;
}

/**
 * Notes that the service did not answer a call of a replay, by a limit or a fault of its own; durable when resolved.
 * Returns the id of the replay.
 */
async function noteUnanswered(
  { stateOf, made }: Parts,
  correlation: Correlation,
): Promise<Result<string, CorrelationRefusal>> {
  const found = await stateOf(correlation, null);
  if (!found.ok) return found;
  const { replayId, expiresAt } = found.value.replay;
  await made.unanswered(replayId, expiresAt);
  return accept(replayId);
}

/** The recorded calls of a replay with their sealed values open; null if none is under way. */
async function recordedCalls(
  { states }: Parts,
  replayId: string,
): Promise<{ index: number; call: RecordedCall }[] | null> {
  const state = await states.find(replayId);
  return state && openedCalls(state);
}

/**
 * The calls of a replay. `asked`: an agent has reported, so that these are all. `askedTargets`: those that the
 * application asked for calls to, in this replay or in an earlier one.
 */
async function madeCallsOf(
  { made, targets }: Parts,
  { replayId, appId }: Pick<ActiveReplay, 'replayId' | 'appId'>,
): Promise<MadeCallsOfReplay> {
  const [{ isReported, isUnanswered, calls }, asked] = await Promise.all([made.all(replayId), targets.of(appId)]);
  return { asked: isReported, askedTargets: asked.sort(), isUnanswered, calls };
}

const openedCalls = ({ candidates, calls, replay, sealer }: ReplayState) =>
  calls.flatMap((call, index) =>
    candidates.byIndex.has(index) ? { index, call: openedCall(call, openerOf(replay, sealer), replay.aliases) } : [],
  );

/**
 * The first aliases, as many as a row holds beside the rest; without the others, calls are similar instead of equal.
 */
function withinBytes(aliases: readonly ValueAlias[]): ValueAlias[] {
  let bytes = 0;
  return aliases.filter(({ replayed, recorded, thing }) => {
    bytes += Buffer.byteLength(replayed) + Buffer.byteLength(recorded) + Buffer.byteLength(thing ?? '');
    return bytes <= MAX_ALIAS_BYTES;
  });
}
