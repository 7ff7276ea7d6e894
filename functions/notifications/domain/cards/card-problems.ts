import { type Group, groupOf } from '../../../compare/domain/kinds.ts';
import { endpointName } from '../../../findings/domain/endpoint-labels.ts';
import { countedEndpoints, entryTotal } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import { countEntries, type FindingsEntry } from '../../../findings/domain/findings.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardProblem, CardSize } from './card.ts';
import { nameText } from './card-text.ts';
import type { CardTexts } from './texts/card-texts.ts';

/** Mark that every vendor's card shows before a row. */
export const GROUP_MARKS: Readonly<Record<Group, string>> = { needsAction: '🔴', toReview: '🟠' };

/** Maximum subjects per row. */
const MAX_SUBJECTS = 3;

/** One row per kind of problem, needs action first (spec 6.3), and the number of kinds without a row. */
export function cardProblems(
  { findings }: Pick<NotificationFacts, 'findings'>,
  size: CardSize,
  texts: CardTexts,
): { rows: CardProblem[]; leftOut: number } {
  if (findings === null) return { rows: [], leftOut: 0 };
  const problems = [
    ...findings.needsAction.map((entry) => ({ entry, group: 'needsAction' as const })),
    ...findings.toReview.map((entry) => ({ entry, group: 'toReview' as const })),
  ];
  const rows = problems.slice(0, size.rows).map(({ entry, group }) => problem(entry, group, size, texts));
  return { rows, leftOut: countEntries(findings, 'needsAction') + countEntries(findings, 'toReview') - rows.length };
}

function problem(
  { kind, subjects, interfaces, affectedRequests, totalRequests }: FindingsEntry,
  group: Group,
  { name }: CardSize,
  texts: CardTexts,
): CardProblem {
  const named = subjects
    .slice(0, MAX_SUBJECTS)
    .map((subject) => texts.subject(kind, subject) ?? nameText(subject, name))
    .filter((text) => text !== '');
  const endpoints = countedEndpoints(interfaces);
  const [first] = endpoints;
  const example = first ? nameText(endpointName(first.operationName, first.method), name) : '';
  // A field that noise reduction suggested ignoring keeps its kind (spec 3.3 rule 2).
  const suggested =
    group === 'toReview' && subjects.some((subject) => groupOf({ kind, subject }) === 'needsAction')
      ? texts.suggested
      : '';
  return {
    group,
    name: `${texts.kind(kind)}${suggested}`,
    subjects:
      subjects.length > MAX_SUBJECTS ? texts.subjects(named, subjects.length) : texts.named(named, named.length),
    reach: texts.reach(
      endpoints.length,
      affectedRequests,
      entryTotal({ interfaces, totalRequests }),
      example && texts.example(example),
    ),
  };
}
