import * as v from 'valibot';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import { ChangedEndpoint } from './analysis.ts';
import type { NamedCases } from './named-cases.ts';
import { isRepositoryPath } from './repository-path.ts';

/** One line: each run of whitespace and control characters becomes one space. */
const line = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.transform((text) =>
      text
        .toWellFormed()
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    ),
  );
const operation = v.pipe(v.string(), v.maxLength(1024));

const NamedLocation = v.object({
  file: v.nullish(v.pipe(line(1024), v.check(isRepositoryPath)), null),
  line: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), null),
  symbol: v.nullish(line(500), null),
});

/** An entry of a diagnosis' `codeChanges` (interface 2.5). The service adds ids and counts. */
export const NamedChange = v.object({
  /** Identifies the entry within its round. */
  key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  title: v.pipe(line(1000), v.nonEmpty()),
  shortTitle: v.nullish(line(1000), null),
  operations: v.pipe(v.array(operation), v.maxLength(1000)),
  kind: v.nullish(v.pipe(v.string(), v.maxLength(100)), null),
  subject: v.nullish(v.pipe(v.string(), v.maxLength(1000)), null),
  sampleOperation: v.nullish(operation, null),
  location: v.nullish(NamedLocation, null),
  inferred: v.nullish(v.boolean(), null),
});
export type NamedChange = v.InferOutput<typeof NamedChange>;

/** A code change with all its data that changes only with diagnoses. */
export const DerivedChange = v.object({
  entry: NamedChange,
  findingId: v.string(),
  affectedCases: v.number(),
  replayedCases: v.number(),
  sampleOperation: v.nullable(v.string()),
  /** Absent in rounds of earlier versions. */
  endpoints: v.optional(v.array(ChangedEndpoint)),
});
export type DerivedChange = v.InferOutput<typeof DerivedChange>;

/** Maximum characters (code points) of a short title (spec 8). */
export const MAX_SHORT_TITLE_LENGTH = 20;

/** Derives ids and counts of code changes (spec 2.5), sorted by affected cases, most first. */
export function codeChanges(
  appId: string,
  entries: Iterable<NamedChange>,
  failed: FailedCases,
  named: NamedCases,
): DerivedChange[] {
  const replayed = new Map(failed.replayed);
  const affected = affectedByKey(failed, named);
  const ids = new Map<string, number>();
  const derived = [...entries].map((entry) => {
    const operations = [...new Set(entry.operations)];
    const counts = affected.get(entry.key) ?? new Map<string, Affected>();
    const id = findingId(appId, { ...entry, operations });
    const before = ids.get(id) ?? 0;
    ids.set(id, before + 1);
    const [max] = [...counts].sort(([a, x], [b, y]) => y.cases - x.cases || compareText(a, b));
    return {
      entry: { ...entry, operations },
      findingId: before === 0 ? id : `${id}-${before + 1}`,
      affectedCases: sumOf(counts.values(), ({ cases }) => cases),
      // Endpoints of its cases are its endpoints, named or not: no more cases are affected than were replayed.
      replayedCases: sumOf(new Set([...operations, ...counts.keys()]), (name) => replayed.get(name) ?? 0),
      sampleOperation: entry.sampleOperation ?? max?.[0] ?? operations[0] ?? null,
      endpoints: operations.map((operationName) => ({
        operationName,
        methods: [...(counts.get(operationName)?.methods ?? [])].sort(compareText),
      })),
    };
  });
  return derived.sort((a, b) => b.affectedCases - a.affectedCases || compareText(a.findingId, b.findingId));
}

/** Stable id of a difference across the replays of an application (interface 2.5). */
export function findingId(
  appId: string,
  { kind, subject, operations }: Pick<NamedChange, 'kind' | 'subject' | 'operations'>,
): string {
  const text = JSON.stringify([appId, kind, subject, operations.toSorted(compareText)]);
  return sha256Hex(text).slice(0, 24);
}

/** The executor's short title. Default: the title, truncated to 20 characters. */
export function shortTitleOf({ title, shortTitle }: Pick<NamedChange, 'title' | 'shortTitle'>): string {
  return [...(shortTitle || title)].slice(0, MAX_SHORT_TITLE_LENGTH).join('').trimEnd();
}

/** The cases of one endpoint that a change affected, and their methods. */
interface Affected {
  cases: number;
  methods: Set<string>;
}

/** Affected cases by the key of their change, per endpoint. */
function affectedByKey(failed: FailedCases, named: NamedCases): ReadonlyMap<string, ReadonlyMap<string, Affected>> {
  const affected = new Map<string, Map<string, Affected>>();
  for (const { operation: name, method, items } of failed.clusters) {
    for (const item of items) {
      const key = named.get(item)?.change ?? null;
      if (key === null) continue;
      const counts = affected.get(key) ?? new Map<string, Affected>();
      affected.set(key, counts);
      const present = counts.get(name) ?? { cases: 0, methods: new Set() };
      counts.set(name, present);
      present.cases++;
      if (method !== undefined) present.methods.add(method);
    }
  }
  return affected;
}
