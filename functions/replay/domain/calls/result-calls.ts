import * as v from 'valibot';
import { MadeCall } from '../../../mocks/domain/made-call.ts';
import { CalledServices } from '../../../recordings/domain/called/called-services.ts';
import { RecordedCall } from '../../../recordings/domain/recorded-case.ts';

/**
 * How the downstream calls of a request were made (interface 10): `not recorded`: its case has none; `not asked`: it
 * has some, and neither an agent nor a proxy noticed any; `answered`: all from the recording; `real`: all by their
 * targets; `mixed`: anything else.
 */
export const CallsState = v.picklist(['not recorded', 'not asked', 'answered', 'real', 'mixed']);
export type CallsState = v.InferOutput<typeof CallsState>;

/** The downstream calls of one request as they are stored with its result: everything that comparing them needs. */
export const ResultCalls = v.object({
  state: CallsState,
  /** An agent reported, so that every call was noticed; otherwise only those of `askedTargets` were. */
  isReported: v.boolean(),
  askedTargets: v.array(v.string()),
  recorded: v.array(RecordedCall),
  /** `differs`: its request differs from the recorded one in a field that no rule ignores. */
  made: v.array(v.object({ ...MadeCall.entries, differs: v.optional(v.literal(true)) })),
  /** Epoch ms. */
  recordedAt: v.number(),
  replayedAt: v.number(),
});
export type ResultCalls = v.InferOutput<typeof ResultCalls>;

/** What was noticed of the downstream calls of one request. */
export interface NoticedCalls extends Pick<ResultCalls, 'isReported' | 'askedTargets'> {
  /** The service did not answer one of them. */
  isUnanswered?: boolean;
  calls: readonly MadeCall[];
}

/** Downstream calls of one request, counted. */
export const CallCounts = v.object({
  state: CallsState,
  /** Made calls by what answered them. */
  recording: v.number(),
  target: v.number(),
  default: v.number(),
  nothing: v.number(),
  /** Made calls that no recorded call answered although mocking was on. */
  misses: v.number(),
  /** These by service; absent without any, and in results from before they were counted so. */
  missedBy: v.optional(CalledServices),
});
export type CallCounts = v.InferOutput<typeof CallCounts>;
