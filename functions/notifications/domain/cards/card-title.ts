import { ANALYSED_STATES } from '../../../analysis/domain/analysed-states.ts';
import type { Analysis } from '../../../analysis/domain/analysis.ts';
import { CHINESE_STATE_WORDS } from '../../../findings/domain/state-words.ts';
import { attributeText } from '../../../replay/domain/attribute-text.ts';
import type { NotificationEvent } from '../channels/channel-kind.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardSize } from './card.ts';
import { cardState } from './card-state.ts';
import { nameText } from './card-text.ts';

/** Keyword that bots in keyword mode require (facts: bots 1.2). */
const KEYWORD = '回放';
/** Maximum characters of each name in a title, which is one line. */
const MAX_LENGTH = 40;

type Cause = readonly [applies: (analysis: Analysis) => boolean, words: (analysis: Analysis, max: number) => string];

/** Cause after the analysis finished (spec 6.3). The first matching row applies. */
const CAUSES: readonly Cause[] = [
  [
    ({ codeChanges }) => codeChanges.length > 1,
    (a, max) => `${firstCause(a, max)}等 ${a.codeChanges.length} 处差异（代码改动引起）`,
  ],
  [({ codeChanges }) => codeChanges.length === 1, (a, max) => `${firstCause(a, max)}（代码改动引起）`],
  [({ codeChangeCases }) => codeChangeCases > 0, (a) => `${a.codeChangeCases} 个用例的差异由代码改动引起`],
  [
    ({ undeterminedCases }) => undeterminedCases > 0,
    (a) => `未发现代码改动引起的差异，${a.undeterminedCases} 个用例原因未能确定`,
  ],
  [() => true, () => '差异均不是由代码改动引起'],
];

/** Title of a card: the result of a round (spec 6.3). */
export function cardTitle(facts: NotificationFacts, event: NotificationEvent, { name }: CardSize): string {
  const max = Math.min(name, MAX_LENGTH);
  const app = nameText(attributeText(facts.attributes, 'service.name') ?? '', max) || nameText(facts.appId, max);
  return `${event === 'test' ? '【测试消息】' : ''}${app} ${KEYWORD}：${resultOf(facts, max)}`;
}

function resultOf(facts: NotificationFacts, max: number): string {
  const { findings, analysis, result } = facts;
  if (analysis?.state === 'DONE' && ANALYSED_STATES.has(cardState(facts))) {
    const cause = CAUSES.find(([applies]) => applies(analysis));
    if (cause) return cause[1](analysis, max);
  }
  if (findings === null) return `已结束，${result.failedCases} 个用例未通过，差异明细已不可用`;
  return CHINESE_STATE_WORDS[findings.state](findings);
}

const firstCause = ({ codeChanges: [first] }: Analysis, max: number) =>
  nameText(first?.shortTitle ?? '', max) || nameText(first?.title ?? '', max) || '差异';
