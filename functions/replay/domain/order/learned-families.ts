import type { InFamily } from './families.ts';
import { isWrite } from './run-order.ts';

/** A request in the recorded order; a read says what it asked for and what it was answered, if both are known. */
export interface ObservedRequest extends InFamily {
  read?: { asked: string; answered: string } | undefined;
}

/** How often a read must have changed after a write before they count as one family. */
const MIN_EVIDENCE = 2;

/**
 * Families that recordings prove: an endpoint whose answer to the same request changed again and again where requests
 * of one writing endpoint lay between, and never changed without a write. Returns the writing endpoints of each reading
 * one.
 */
export function learnedFamilies(
  requests: readonly ObservedRequest[],
  familiesOf: (operation: string) => readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const last = new Map<string, { at: number; answered: string }>();
  const evidence = new Map<string, Map<string, number>>();
  const unsteady = new Set<string>();
  const writers = latestWriters();

  for (const [at, { operation, method, read }] of requests.entries()) {
    if (isWrite({ method })) writers.add(operation, at);
    if (read === undefined) continue;
    const before = last.get(read.asked);
    last.set(read.asked, { at, answered: read.answered });
    if (before === undefined || before.answered === read.answered) continue;
    const writer = writers.since(before.at);
    if (writer === null) unsteady.add(operation);
    const own = new Set(familiesOf(operation));
    // A writer of its own family explains the change already.
    if (writer === null || writer === 'several' || familiesOf(writer).some((family) => own.has(family))) continue;
    const counts = evidence.get(operation) ?? new Map<string, number>();
    evidence.set(operation, counts.set(writer, (counts.get(writer) ?? 0) + 1));
  }

  return new Map(
    [...evidence]
      .filter(([operation]) => !unsteady.has(operation))
      .map(([operation, counts]): [string, ReadonlySet<string>] => [
        operation,
        new Set([...counts].filter(([, count]) => count >= MIN_EVIDENCE).map(([writer]) => writer)),
      ])
      .filter(([, learned]) => learned.size > 0),
  );
}

/** Which endpoints wrote lately. */
function latestWriters() {
  let latest = { operation: '', at: -1 };
  /** When another endpoint than the latest one wrote last. */
  let otherAt = -1;
  return {
    add(operation: string, at: number): void {
      if (operation !== latest.operation) otherAt = latest.at;
      latest = { operation, at };
    },
    /** The only endpoint that wrote after a position; null if none did. */
    since: (at: number): string | 'several' | null =>
      latest.at <= at ? null : otherAt > at ? 'several' : latest.operation,
  };
}

/** Adds to the families of endpoints the links that were learned. */
export function withLearned(
  familiesOf: (operation: string) => string[],
  learned: ReadonlyMap<string, ReadonlySet<string>>,
): (operation: string) => string[] {
  const links = new Map<string, string[]>();
  const link = (operation: string, family: string) => links.set(operation, [...(links.get(operation) ?? []), family]);
  for (const [reader, writers] of learned)
    for (const writer of writers) {
      link(reader, `by ${writer}`);
      link(writer, `by ${writer}`);
    }
  return (operation) => [...new Set([...familiesOf(operation), ...(links.get(operation) ?? [])])];
}
