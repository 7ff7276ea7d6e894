import { ANALYSED_STATES } from '../../../analysis/domain/analysed-states.ts';
import type { Analysis } from '../../../analysis/domain/analysis.ts';
import type { Findings } from '../../../findings/domain/findings.ts';
import type { NotificationEvent } from '../channels/channel-kind.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardSize } from './card.ts';
import { attributeText } from './card-attributes.ts';
import { cardState } from './card-state.ts';
import { nameText } from './card-text.ts';

/** The fixed word that robots in keyword mode ask for (facts: bots 1.2). */
const KEYWORD = '回放';
/** Most characters of each name in a title, which stands on one line. */
const MOST_CHARACTERS = 40;

/** The result by findings.state (spec 3.2), in its order. */
const RESULTS: Readonly<Record<Findings['state'], (findings: Findings) => string>> = {
  NO_CASES: () => '没有可回放的请求',
  INTERRUPTED: ({ scope }) =>
    scope.requestsWithoutResult > 0 ? `未完成，${scope.requestsWithoutResult} 个请求没有结果` : '未完成，已中断',
  ENVIRONMENT_FAILURE: () => '目标环境异常，结果不能作为依据',
  NEEDS_ACTION: ({ needsActionInterfaces, toReviewInterfaces }) =>
    `${needsActionInterfaces} 个接口需要处理${toReviewInterfaces > 0 ? `，${toReviewInterfaces} 个接口待确认` : ''}`,
  REVIEW_ONLY: ({ toReviewInterfaces }) => `${toReviewInterfaces} 个接口待确认`,
  LOW_COVERAGE: ({ coverage, scope }) =>
    coverage.mainOperationsConfigured
      ? `未发现问题，但有 ${coverage.uncoveredMainOperations.length} 个主接口未回放`
      : `未发现问题，但覆盖不足（${scope.interfacesReplayed} 个接口、${scope.requests} 个请求）`,
  CLEAN: () => '验证通过，未发现问题',
};

type Cause = readonly [applies: (analysis: Analysis) => boolean, words: (analysis: Analysis, most: number) => string];

/** The cause when the analysis finished (spec 6.3); the first that applies. */
const CAUSES: readonly Cause[] = [
  [
    ({ codeChanges }) => codeChanges.length > 1,
    (a, most) => `${firstCause(a, most)}等 ${a.codeChanges.length} 处差异（代码改动引起）`,
  ],
  [({ codeChanges }) => codeChanges.length === 1, (a, most) => `${firstCause(a, most)}（代码改动引起）`],
  [({ codeChangeCases }) => codeChangeCases > 0, (a) => `${a.codeChangeCases} 个用例的差异由代码改动引起`],
  [
    ({ undeterminedCases }) => undeterminedCases > 0,
    (a) => `未发现代码改动引起的差异，${a.undeterminedCases} 个用例原因未能确定`,
  ],
  [() => true, () => '差异均不是由代码改动引起'],
];

/** The title that names the result of a round (spec 6.3). */
export function cardTitle(facts: NotificationFacts, event: NotificationEvent, { name }: CardSize): string {
  const most = Math.min(name, MOST_CHARACTERS);
  const app = nameText(attributeText(facts.attributes, 'service.name') ?? '', most) || nameText(facts.appId, most);
  return `${event === 'test' ? '【测试消息】' : ''}${app} ${KEYWORD}：${resultOf(facts, most)}`;
}

function resultOf(facts: NotificationFacts, most: number): string {
  const { findings, analysis, result } = facts;
  if (analysis?.state === 'DONE' && ANALYSED_STATES.has(cardState(facts))) {
    const cause = CAUSES.find(([applies]) => applies(analysis));
    if (cause) return cause[1](analysis, most);
  }
  if (findings === null) return `已结束，${result.failedCases} 个用例未通过，差异明细已不可用`;
  return RESULTS[findings.state](findings);
}

const firstCause = ({ codeChanges: [first] }: Analysis, most: number) =>
  nameText(first?.shortTitle ?? '', most) || nameText(first?.title ?? '', most) || '差异';
