import { type Group, isCallKind } from '../../compare/domain/kinds.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { isOfEndpoint } from './entries.ts';
import type { FindingsEntry } from './findings.ts';

/** A finding with its group. */
export interface GroupedEntry {
  group: Group;
  entry: FindingsEntry;
}

/** Every finding, those that need action first. */
export const groupedEntries = (findings: Record<Group, readonly FindingsEntry[]>): GroupedEntry[] =>
  (['needsAction', 'toReview'] as const).flatMap((group) => findings[group].map((entry) => ({ group, entry })));

/**
 * The id of a finding in addresses: 12 hex digits, the same in every run that has its group, kind and first subject,
 * which no other finding of a run has together. Parameters of calls are to review with or without a
 * suggestion, and pages that differ have a finding for each endpoint.
 */
export function findingId({ group, entry: { kind, subjects, interfaces, likelyNoise } }: GroupedEntry): string {
  const more = [
    ...(likelyNoise && isCallKind(kind) ? ['likelyNoise'] : []),
    ...(isOfEndpoint(kind) ? [interfaces[0]?.operationName] : []),
  ];
  return sha256Hex(JSON.stringify([group, kind, subjects[0], ...more])).slice(0, 12);
}
