import { KIND_WORDS } from '../../../compare/domain/kind-words.ts';
import { GROUP_OF, type Group, type Kind } from '../../../compare/domain/kinds.ts';
import type { FindingsEntry } from '../../../findings/domain/findings.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardProblem, CardSize } from './card.ts';
import { nameText } from './card-text.ts';

/**
 * Texts for subjects that are not the name of a field, a status or a call (interface 2.4). Blank if the kind is
 * sufficient.
 */
const WORDS: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  MANY_FIELDS: { response: '' },
  EMPTY_RESPONSE: { response: '' },
  RESPONSE_FORMAT: { response: '' },
  UNSTRUCTURED_CONTENT: { response: '' },
  NO_DETAILS: { response: '' },
  TIMEOUT: { timeout: '没有及时响应' },
  CONNECTION_FAILURE: {
    refused: '连接被拒绝',
    reset: '连接被重置',
    dns: '域名无法解析',
    tls: 'TLS 握手失败',
  },
};

/** Mark that every vendor's card shows before a row. */
export const GROUP_MARKS: Readonly<Record<Group, string>> = { needsAction: '🔴', toReview: '🟠' };

/** Maximum subjects per row. */
const MAX_SUBJECTS = 3;

/** One row per kind of problem, needs action first (spec 6.3), and the number of kinds without a row. */
export function cardProblems(
  { findings }: Pick<NotificationFacts, 'findings'>,
  size: CardSize,
): { rows: CardProblem[]; leftOut: number } {
  if (findings === null) return { rows: [], leftOut: 0 };
  const problems = [
    ...findings.needsAction.map((entry) => ({ entry, group: 'needsAction' as const })),
    ...findings.toReview.map((entry) => ({ entry, group: 'toReview' as const })),
  ];
  const rows = problems.slice(0, size.rows).map(({ entry, group }) => problem(entry, group, size));
  return { rows, leftOut: problems.length - rows.length };
}

function problem(
  { kind, subjects, interfaces, affectedRequests, totalRequests }: FindingsEntry,
  group: Group,
  { name }: CardSize,
): CardProblem {
  const named = subjects.slice(0, MAX_SUBJECTS).map((subject) => WORDS[kind]?.[subject] ?? nameText(subject, name));
  const more = subjects.length > named.length ? ` 等 ${subjects.length} 项` : '';
  const example = nameText(interfaces[0]?.operationName ?? '', name);
  // A field that noise reduction suggested ignoring keeps its kind (spec 3.3 rule 2).
  const suggested = group === 'toReview' && GROUP_OF[kind] === 'needsAction' ? '（建议忽略）' : '';
  return {
    group,
    name: `${KIND_WORDS[kind].zh}${suggested}`,
    subjects: `${named.filter((words) => words !== '').join('、')}${more}`,
    reach: `${interfaces.length} 个接口，${affectedRequests}/${totalRequests} 个请求受影响${example && `，例如 ${example}`}`,
  };
}
