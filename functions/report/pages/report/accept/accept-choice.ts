import { findingId, groupedEntries } from '../../../../findings/domain/finding-id.ts';
import type { Findings, FindingsEntry } from '../../../../findings/domain/findings.ts';

/** What the page of accepting chose, as its address and its form say it. */
export interface AcceptChoice {
  what: 'expected' | 'finding' | 'picked';
  /** Id of a finding (finding-id.ts); empty without one. */
  finding: string;
  /** Positions of chosen requests. */
  items: readonly string[];
  note: string;
  force: boolean;
  /** The position after which requests are looked at; empty at the beginning. */
  after: string;
}

const WHATS = ['finding', 'picked'] as const;

/** Reads the choice; without one it is everything that is expected. */
export function acceptChoice(read: (name: string) => readonly string[]): AcceptChoice {
  const first = (name: string) => (read(name)[0] ?? '').trim();
  return {
    what: WHATS.find((one) => one === first('what')) ?? 'expected',
    finding: /^[0-9a-f]{12}$/.test(first('finding')) ? first('finding') : '',
    items: read('item').filter((item) => /^\d{1,8}$/.test(item)),
    note: first('note'),
    force: first('force') === '1',
    after: /^\d{1,8}$/.test(first('after')) ? first('after') : '',
  };
}

/** The finding of a choice; null if it names none that the run shows. */
export const chosenFinding = (
  findings: Pick<Findings, 'needsAction' | 'toReview'>,
  { finding }: Pick<AcceptChoice, 'finding'>,
): FindingsEntry | null => groupedEntries(findings).find((one) => findingId(one) === finding)?.entry ?? null;

/** The body of the endpoints; null if the choice names nothing. */
export function acceptBody(planId: string, choice: AcceptChoice, finding: FindingsEntry | null) {
  const { what, items, note, force, after } = choice;
  const more = {
    ...(note !== '' && { note }),
    ...(force && { force }),
    ...(after !== '' && { after: Number(after) }),
  };
  if (what === 'expected') return { expected: true, ...more };
  if (what === 'picked')
    return items.length === 0 ? null : { requests: items.map((item) => `${planId}:${item}`), ...more };
  if (finding === null) return null;
  const { kind, subjects, interfaces } = finding;
  const operations = interfaces.map(({ operationName }) => operationName);
  return { finding: { kind, subject: subjects[0] ?? '', operations }, ...more };
}
