import { type ChangingRequests, changedBaseline } from './baseline-setting.ts';

/** How an application sends its runs, beside their headers. */
interface Pace {
  maxQps: number;
  concurrency: number;
  timeoutMs: number;
  keepSessions: boolean;
  aliasValues: boolean;
  order: 'auto' | 'sessions' | 'recorded';
  pace: number;
  changingRequests: ChangingRequests;
  baselineEnv: string | null;
  latencyLimit: number;
}

type PaceChange = { readonly [Name in keyof Pace]?: Pace[Name] | null | undefined };

/** The pace after a change: absent and null members stay as they are. */
export const changedPace = (current: Pace, change: PaceChange): Pace => ({
  maxQps: change.maxQps ?? current.maxQps,
  concurrency: change.concurrency ?? current.concurrency,
  timeoutMs: change.timeoutMs ?? current.timeoutMs,
  keepSessions: change.keepSessions ?? current.keepSessions,
  aliasValues: change.aliasValues ?? current.aliasValues,
  order: change.order ?? current.order,
  pace: change.pace ?? current.pace,
  changingRequests: change.changingRequests ?? current.changingRequests,
  baselineEnv: changedBaseline(current.baselineEnv, change.baselineEnv),
  latencyLimit: change.latencyLimit ?? current.latencyLimit,
});
