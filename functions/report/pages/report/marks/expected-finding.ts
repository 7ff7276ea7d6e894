import { computeFindings } from '../../../../findings/domain/compute-findings.ts';
import { findingId, type GroupedEntry, groupedEntries } from '../../../../findings/domain/finding-id.ts';
import type { FindingsInput } from '../../../../findings/domain/findings.ts';
import { markedByKey } from '../../../../findings/domain/stored/marked-outcomes.ts';
import type { Mark } from '../../../../findings/store/marks.ts';

/** A finding whose requests were marked as expected just now, and that is therefore not a current finding. */
export interface ExpectedFinding {
  id: string;
  /** Of its marks, epoch ms. */
  markedAt: number;
  /** The current findings, with this one at the position that it had. */
  entries: GroupedEntry[];
}

/**
 * The finding that an address names by its id and the time of its marks; null if there is none, or it is a current one.
 */
export function expectedFinding(
  query: URLSearchParams,
  input: FindingsInput,
  current: readonly GroupedEntry[],
  marks: readonly Mark[],
): ExpectedFinding | null {
  const id = query.get('expected') ?? '';
  const markedAt = Date.parse(query.get('markedAt') ?? '');
  const others = marks.filter((mark) => mark.markedAt !== markedAt);
  const ids = current.map(findingId);
  if (others.length === marks.length || ids.includes(id)) return null;
  const marked = markedByKey(
    input.clusters,
    others.map(({ outcome }) => outcome),
  );
  const before = groupedEntries(computeFindings({ ...input, marked }).findings);
  const at = before.findIndex((one) => findingId(one) === id);
  const own = before[at];
  if (own === undefined) return null;
  const behind = new Set(before.slice(at + 1).map(findingId));
  const next = current.findIndex((one, index) => one.group === own.group && behind.has(ids[index] ?? ''));
  const lastOfGroup = current.findLastIndex(({ group }) => group === own.group);
  const position =
    next >= 0 ? next : lastOfGroup >= 0 ? lastOfGroup + 1 : own.group === 'needsAction' ? 0 : current.length;
  return { id, markedAt, entries: current.toSpliced(position, 0, own) };
}
