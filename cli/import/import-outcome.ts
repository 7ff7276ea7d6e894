import type { ImportAnswer } from '../../client/paths.ts';
import { mergedHosts, mergedLeftOut } from '../../functions/recordings/domain/filter/merged-outcome.ts';

/** What became of the exchanges of a file. */
export interface ImportOutcome {
  accepted: number;
  duplicates: number;
  rejected: { index: number; reason: string }[];
  leftOut: ImportAnswer['leftOut'];
  /** Exchanges that an import would take, with some of them; 0 unless it is a preview. */
  preview: { count: number; samples: string[] };
  hosts: ImportAnswer['hosts'];
  /** Ignore rules that came with the files. */
  rules: NonNullable<ImportAnswer['rules']>;
}

/** Before any exchange. */
export const emptyOutcome = (): ImportOutcome => ({
  accepted: 0,
  duplicates: 0,
  rejected: [],
  leftOut: [],
  preview: { count: 0, samples: [] },
  hosts: [],
  rules: { stored: 0, storedRules: [], offered: [] },
});

/** Adds what became of a batch whose first entry has a position in the file. */
export function addTo(sum: ImportOutcome, batch: Partial<ImportAnswer>, first: number): void {
  const { accepted = 0, duplicates = 0, rejected = [], leftOut = [], hosts = [], preview, rules } = batch;
  sum.accepted += accepted;
  sum.duplicates += duplicates;
  for (const { index, reason } of rejected) sum.rejected.push({ index: first + index, reason });
  sum.leftOut = mergedLeftOut([sum.leftOut, leftOut]);
  sum.hosts = mergedHosts([sum.hosts, hosts]);
  sum.rules.stored += rules?.stored ?? 0;
  sum.rules.storedRules.push(...(rules?.storedRules ?? []));
  sum.rules.offered.push(...(rules?.offered ?? []));
  if (preview === undefined) return;
  sum.preview.count += preview.count;
  sum.preview.samples = [...new Set([...sum.preview.samples, ...preview.samples])].slice(0, MAX_SAMPLES);
}

const MAX_SAMPLES = 10;
