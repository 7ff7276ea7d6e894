import { endpointCounts } from './endpoints/endpoint-counts.ts';
import type { Findings, FindingsState, SettledState } from './findings.ts';
import { environmentFault } from './summary/environment-fault.ts';

/** Tone of a state on pages, matching the cards of chat groups (spec 6.3). */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** The name of a state in lists. */
export interface StateLabels {
  tone: Tone;
  name: string;
}

/** A decision in words: what it is, in a sentence, and the next step. */
export interface DecisionText {
  tone: Tone;
  title: string;
  next: string;
}

/** Each state of spec 3.2 in its order, and what a run is before it has one (spec 3.1), as pages word it. */
export const STATE_LABELS: Readonly<Record<FindingsState | 'PENDING', StateLabels>> = {
  PENDING: { tone: 'quiet', name: 'Waiting' },
  RUNNING: { tone: 'quiet', name: 'Running' },
  NO_CASES: { tone: 'quiet', name: 'No recordings' },
  INTERRUPTED: { tone: 'quiet', name: 'Interrupted' },
  ENVIRONMENT_FAILURE: { tone: 'quiet', name: 'Environment failure' },
  NEEDS_ACTION: { tone: 'bad', name: 'Needs action' },
  REVIEW_ONLY: { tone: 'warn', name: 'To review' },
  LOW_COVERAGE: { tone: 'quiet', name: 'Low coverage' },
  CLEAN: { tone: 'good', name: 'Clean' },
};

/** The state in the titles of vendors' cards (spec 6.3). */
export const CHINESE_STATE_LABELS: Readonly<Record<SettledState, (findings: Findings) => string>> = {
  NO_CASES: () => '没有可回放的请求',
  INTERRUPTED: ({ scope }) =>
    scope.requestsWithoutResult > 0 ? `未完成，${scope.requestsWithoutResult} 个请求没有结果` : '未完成，已中断',
  ENVIRONMENT_FAILURE: () => '目标环境异常，结果不能作为依据',
  NEEDS_ACTION(findings) {
    const { needsAction, toReview } = endpointCounts(findings);
    return `${needsAction} 个接口需要处理${toReview > 0 ? `，${toReview} 个接口待确认` : ''}`;
  },
  REVIEW_ONLY: (findings) =>
    environmentFault(findings) === null
      ? `${endpointCounts(findings).toReview} 个接口待确认`
      : '目标环境异常，结果不能作为依据',
  LOW_COVERAGE: ({ coverage, scope, ...findings }) =>
    coverage.mainOperationsConfigured
      ? `未发现问题，但有 ${coverage.uncoveredMainOperations.length} 个主接口未回放`
      : `未发现问题，但覆盖不足（${endpointCounts({ coverage, scope, ...findings }).replayed} 个接口、${scope.requests} 个请求）`,
  CLEAN: () => '验证通过，未发现问题',
};

/** The words of a state as it was stored; one of another version stands for itself. */
export const stateLabels = (state: string): StateLabels =>
  Object.hasOwn(STATE_LABELS, state)
    ? STATE_LABELS[state as keyof typeof STATE_LABELS] // one of its own keys
    : { name: state, tone: 'quiet' };
