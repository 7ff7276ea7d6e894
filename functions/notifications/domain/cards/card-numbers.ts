import { endpointCounts } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { Findings } from '../../../findings/domain/findings.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardField, CardSize } from './card.ts';
import { nameText } from './card-text.ts';
import type { CardTexts } from './texts/card-texts.ts';

/** Names of the numbers. */
type Label = keyof Pick<
  CardTexts,
  'replayedEndpoints' | 'replayedRequests' | 'unchangedEndpoints' | 'endpointsNotReplayed' | 'withoutResult'
>;
type Row = readonly [label: Label, count: (findings: Findings) => number | null];

/** The numbers of spec 6.3, in its order. Null: omitted. */
const ROWS: readonly Row[] = [
  ['replayedEndpoints', (findings) => endpointCounts(findings).replayed],
  ['replayedRequests', ({ scope }) => scope.requests - scope.requestsWithoutResult],
  ['unchangedEndpoints', (findings) => endpointCounts(findings).unchanged],
  ['endpointsNotReplayed', (findings) => notReplayed(endpointCounts(findings))],
  ['withoutResult', ({ scope }) => scope.requestsWithoutResult || null],
];

const notReplayed = ({ inScope, replayed }: ReturnType<typeof endpointCounts>) => Math.max(inScope - replayed, 0);

/** Maximum main endpoints named. */
const MAX_NAMED = 3;

/**
 * Replay numbers (spec 6.3), and the main endpoints without coverage. Uses the stored counts if the findings were
 * deleted.
 */
export function cardNumbers(
  { findings, result }: Pick<NotificationFacts, 'findings' | 'result'>,
  size: CardSize,
  texts: CardTexts,
): CardField[] {
  if (findings === null) {
    return [
      field(texts.requests, `${result.totalCases}`),
      field(texts.passed, `${result.successCases}`),
      field(texts.failed, `${result.failedCases}`),
    ];
  }
  const counts = ROWS.flatMap(([label, count]) => {
    const value = count(findings);
    return value === null ? [] : [field(texts[label], `${value}`)];
  });
  const missed = findings.coverage.uncoveredMainOperations;
  if (missed.length === 0) return counts;
  const named = missed.slice(0, MAX_NAMED).map((operation) => nameText(operation, size.name));
  return [...counts, field(texts.missedMainEndpoints, texts.named(named, missed.length))];
}

const field = (label: string, text: string): CardField => ({ label, text, link: null });
