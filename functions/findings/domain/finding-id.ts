import { type Group, isCallKind } from '../../compare/domain/kinds.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
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
 * which no other finding of a run has together. Parameters of calls are to review with or without a suggestion.
 */
export const findingId = ({ group, entry: { kind, subjects, likelyNoise } }: GroupedEntry): string =>
  sha256Hex(
    JSON.stringify([group, kind, subjects[0], ...(likelyNoise && isCallKind(kind) ? ['likelyNoise'] : [])]),
  ).slice(0, 12);
