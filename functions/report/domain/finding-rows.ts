import { endpointLabel, endpointNames } from '../../findings/domain/endpoint-labels.ts';
import { findingId, type GroupedEntry } from '../../findings/domain/finding-id.ts';
import type { FieldValues, RoundValues, ValuePair } from '../../findings/domain/values/round-values.ts';

/** A finding as the report lists it. */
export interface FindingRow extends GroupedEntry {
  id: string;
  /** The most frequent values of its first field over all of its endpoints, most frequent first. */
  pairs: readonly ValuePair[];
  /** The same of any of its fields. */
  pairsOf(subject: string): readonly ValuePair[];
}

/** Creates the function that adds the sample values of a round to its findings. */
export function findingRows(values: RoundValues | undefined) {
  const byKey = new Map((values?.fields ?? []).map((field) => [keyOf(field), field.pairs]));
  return (entries: readonly GroupedEntry[]): FindingRow[] =>
    entries.map(({ group, entry }) => {
      const { kind, subjects, interfaces } = entry;
      const pairsOf = (subject: string) =>
        mergedPairs(
          interfaces.flatMap(({ operationName: operation }) => byKey.get(keyOf({ operation, kind, subject })) ?? []),
        );
      return { id: findingId({ group, entry }), group, entry, pairs: pairsOf(subjects[0] ?? ''), pairsOf };
    });
}

const keyOf = ({ operation, kind, subject }: Pick<FieldValues, 'operation' | 'kind' | 'subject'>) =>
  JSON.stringify([operation, kind, subject]);

function mergedPairs(pairs: readonly ValuePair[]): ValuePair[] {
  const merged = new Map<string, ValuePair>();
  for (const pair of pairs) {
    const key = JSON.stringify([pair.recorded, pair.replayed]);
    const present = merged.get(key);
    merged.set(key, present ? { ...present, requests: present.requests + pair.requests } : pair);
  }
  return [...merged.values()].sort((a, b) => b.requests - a.requests || a.item - b.item);
}

/** What a reader of the list looks for; empty: anything. */
export interface FindingFilter {
  text: string;
  endpoint: string;
  kind: string;
  isNewOnly: boolean;
}

/** The findings that a reader looks for: the text is part of a field, of a value or of an endpoint. */
export function filteredFindings(
  rows: readonly FindingRow[],
  { text, endpoint, kind, isNewOnly }: FindingFilter,
  newIds: ReadonlySet<string>,
): FindingRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    ({ id, entry, pairsOf }) =>
      (!isNewOnly || newIds.has(id)) &&
      (kind === '' || entry.kind === kind) &&
      (endpoint === '' || entry.interfaces.some((touched) => endpointNames(touched).includes(endpoint))) &&
      (wanted === '' ||
        entry.subjects.some((subject) => subject.toLowerCase().includes(wanted)) ||
        entry.interfaces.some((touched) => endpointLabel(touched).toLowerCase().includes(wanted)) ||
        entry.subjects.some((subject) =>
          pairsOf(subject).some((pair) =>
            `${pair.recorded ?? ''} ${pair.replayed ?? ''}`.toLowerCase().includes(wanted),
          ),
        )),
  );
}
