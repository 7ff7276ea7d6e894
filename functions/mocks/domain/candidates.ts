import type { SqlText } from '../../recordings/domain/calls/sql-text.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import { type CanonicalCall, canonicalCall, exactKey } from './canonical-call.ts';

/** A recorded call that may answer. */
export interface Candidate extends CanonicalCall {
  /** In its case. */
  index: number;
  /** As recorded. */
  named: string;
}

/** The recorded calls of a case, found by what is asked. Lists are in recorded order. */
export interface Candidates {
  byIndex: ReadonlyMap<number, Candidate>;
  byKey: ReadonlyMap<string, readonly Candidate[]>;
  byOperation: ReadonlyMap<string, readonly Candidate[]>;
  byGate: ReadonlyMap<string, readonly Candidate[]>;
  /** By kind. */
  byKind: ReadonlyMap<string, readonly Candidate[]>;
}

/** What finds a candidate by a part of a call. */
export const lookupKey = (kind: string, part: string): string => `${kind} ${part}`;

/** The candidates of a case; calls that belong to a session with their target are left out. */
export function candidatesOf(calls: readonly RecordedCall[], normalised?: (sql: string) => SqlText): Candidates {
  const all = calls.flatMap((call, index): Candidate[] => {
    const canonical = canonicalCall(call, normalised);
    return canonical.isSession ? [] : [{ ...canonical, index, named: call.operation }];
  });
  return {
    byIndex: new Map(all.map((one) => [one.index, one])),
    byKey: Map.groupBy(all, exactKey),
    byOperation: Map.groupBy(all, ({ kind, operation }) => lookupKey(kind, operation)),
    byGate: Map.groupBy(all, ({ kind, gate }) => lookupKey(kind, gate)),
    byKind: Map.groupBy(all, ({ kind }) => kind),
  };
}
