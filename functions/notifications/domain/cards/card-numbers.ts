import type { Findings } from '../../../findings/domain/findings.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardField, CardSize } from './card.ts';
import { nameText } from './card-text.ts';

type Row = readonly [label: string, count: (findings: Findings) => number | null];

/** The numbers of spec 6.3, in its order. Null: omitted. */
const ROWS: readonly Row[] = [
  ['回放接口', ({ scope }) => scope.interfacesReplayed],
  ['回放请求', ({ scope }) => scope.requests - scope.requestsWithoutResult],
  ['无差异接口', ({ scope }) => scope.interfacesUnchanged],
  ['未回放接口', ({ scope }) => Math.max(scope.interfacesInScope - scope.interfacesReplayed, 0)],
  ['没有结果的请求', ({ scope }) => scope.requestsWithoutResult || null],
];

/** Maximum main endpoints named. */
const MAX_NAMED = 3;

/**
 * Replay numbers (spec 6.3), and the main endpoints without coverage. Uses the stored counts if the findings were
 * deleted.
 */
export function cardNumbers(
  { findings, result }: Pick<NotificationFacts, 'findings' | 'result'>,
  size: CardSize,
): CardField[] {
  if (findings === null) {
    return [
      field('用例', `${result.totalCases}`),
      field('通过', `${result.successCases}`),
      field('未通过', `${result.failedCases}`),
    ];
  }
  const counts = ROWS.flatMap(([label, count]) => {
    const value = count(findings);
    return value === null ? [] : [field(label, `${value}`)];
  });
  const missed = findings.coverage.uncoveredMainOperations;
  if (missed.length === 0) return counts;
  const named = missed.slice(0, MAX_NAMED).map((operation) => nameText(operation, size.name));
  const more = missed.length > named.length ? ` 等 ${missed.length} 个` : '';
  return [...counts, field('未回放的主接口', `${named.join('、')}${more}`)];
}

const field = (label: string, text: string): CardField => ({ label, text, link: null });
