import * as v from 'valibot';
import { PolicySpec } from '../../domain/policies/online-policy-body.ts';
import { shownPolicy, shownPolicyVersion } from '../../domain/policies/shown-policy.ts';
import { shownBackfill, shownExecution } from '../../domain/policies/shown-window.ts';
import { Moment } from '../evaluation-answers.ts';

/** Pages tell the application and its endpoints from tags. */
const { filter } = PolicySpec.entries;

/** A policy as it is answered (evaluation 3.13). */
export const PolicyAnswer = v.object({ ...shownPolicy(Moment).entries, filter });
export type PolicyAnswer = v.InferOutput<typeof PolicyAnswer>;

/** A version of it as it is answered. */
export const PolicyVersionAnswer = v.object({ ...shownPolicyVersion(Moment).entries, filter });
export type PolicyVersionAnswer = v.InferOutput<typeof PolicyVersionAnswer>;

/** What became of one window as it is answered. */
export const ExecutionAnswer = shownExecution(Moment);
export type ExecutionAnswer = v.InferOutput<typeof ExecutionAnswer>;

/** A backfill as it is answered. */
export const BackfillAnswer = shownBackfill(Moment);
export type BackfillAnswer = v.InferOutput<typeof BackfillAnswer>;
