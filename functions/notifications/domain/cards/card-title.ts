import { ANALYSED_STATES } from '../../../analysis/domain/analysed-states.ts';
import type { Analysis } from '../../../analysis/domain/analysis.ts';
import { attributeText } from '../../../replay/domain/attribute-text.ts';
import type { NotificationEvent } from '../channel-kind.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardSize } from './card.ts';
import { cardState } from './card-state.ts';
import { nameText } from './card-text.ts';
import type { CardTexts } from './texts/card-texts.ts';

/** Maximum characters of each name in a title, which is one line. */
const MAX_LENGTH = 40;

type Cause = readonly [
  applies: (analysis: Analysis) => boolean,
  text: (analysis: Analysis, texts: CardTexts, max: number) => string,
];

/** Cause after the analysis finished (spec 6.3). The first matching row applies. */
const CAUSES: readonly Cause[] = [
  [
    ({ codeChanges }) => codeChanges.length > 1,
    (a, texts, max) => texts.cause.several(firstCause(a, texts, max), a.codeChanges.length),
  ],
  [({ codeChanges }) => codeChanges.length === 1, (a, texts, max) => texts.cause.one(firstCause(a, texts, max))],
  [({ codeChangeCases }) => codeChangeCases > 0, (a, texts) => texts.cause.cases(a.codeChangeCases)],
  [({ undeterminedCases }) => undeterminedCases > 0, (a, texts) => texts.cause.undetermined(a.undeterminedCases)],
  [() => true, (_, texts) => texts.cause.none],
];

/** Title of a card: the result of a round (spec 6.3). */
export function cardTitle(
  facts: NotificationFacts,
  event: NotificationEvent,
  { name }: CardSize,
  texts: CardTexts,
): string {
  const max = Math.min(name, MAX_LENGTH);
  const app = nameText(attributeText(facts.attributes, 'service.name') ?? '', max) || nameText(facts.appId, max);
  return texts.title(app, resultOf(facts, texts, max), event === 'test');
}

function resultOf(facts: NotificationFacts, texts: CardTexts, max: number): string {
  const { findings, analysis, result } = facts;
  if (analysis?.state === 'DONE' && ANALYSED_STATES.has(cardState(facts))) {
    const cause = CAUSES.find(([applies]) => applies(analysis));
    if (cause) return cause[1](analysis, texts, max);
  }
  return findings === null ? texts.ended(result.failedCases) : texts.state(findings);
}

const firstCause = ({ codeChanges: [first] }: Analysis, texts: CardTexts, max: number) =>
  nameText(first?.shortTitle ?? '', max) || nameText(first?.title ?? '', max) || texts.change;
