import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { RoundClusters } from '../../../replay/domain/results/result-summaries.ts';
import { foldedSubjects } from './folded-subjects.ts';

/** Folded subjects by endpoint and subject as compared; only those that folding changes. */
export type FoldedSamples = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Folds the subjects of the `max` largest clusters of a round, whose values are shown; none if they have expired. */
export const foldedSamplesJob = job(
  'findings.folded-samples',
  ({ stored, max }: { stored: Uint8Array | undefined; max: number }): { samples: FoldedSamples } => {
    const samples = new Map<string, Map<string, string>>();
    if (stored === undefined) return { samples };
    const { clusters } = v.parse(RoundClusters, jsonOfStored(stored));
    const foldedOf = foldedSubjects(clusters);
    const failing = clusters.filter(({ differences }) => differences.length > 0);
    for (const { operation, differences } of failing.sort((a, b) => b.requests - a.requests).slice(0, max)) {
      const folded = foldedOf(operation);
      if (folded === null) continue;
      const known = samples.get(operation) ?? new Map<string, string>();
      samples.set(operation, known);
      for (const { subject } of differences) if (folded(subject) !== subject) known.set(subject, folded(subject));
    }
    return { samples };
  },
);
