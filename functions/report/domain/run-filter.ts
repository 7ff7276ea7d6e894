import * as v from 'valibot';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { MAX_BUILD_TEXT } from '../../replay/domain/run-build.ts';
import { RunState } from './run-state.ts';

/** A branch as lists of runs compare it. */
export const Branch = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_BUILD_TEXT));

/** Which runs a reader asks for; null: any. */
export interface RunFilter {
  branch: string | null;
  state: RunState | null;
}

/** Reads `branch` and `state` of a list of runs, empty ones as absent; a refusal names the unusable parameter. */
export function runFilter(query: URLSearchParams): Result<RunFilter, keyof RunFilter> {
  const branch = v.safeParse(v.nullable(Branch), query.get('branch')?.trim() || null);
  if (!branch.success) return refuse('branch', `branch must be at most ${MAX_BUILD_TEXT} characters`);
  const state = v.safeParse(v.nullable(RunState), query.get('state') || null);
  if (!state.success) return refuse('state', 'state must be a state of a run');
  return accept({ branch: branch.output, state: state.output });
}
