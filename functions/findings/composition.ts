import { bind, type Composition, slot } from '../platform/composition.ts';
import { recordingKeysOf } from '../recordings/composition.ts';
import { RUN_STATE_LABELS, replayServices } from '../replay/composition.ts';
import { stateLabels } from './domain/state-labels.ts';
import { accepting } from './service/accepting/accepting.ts';
import { acceptanceUndo } from './service/accepting/undo-acceptance.ts';
import { bulkMarks } from './service/bulk-marks.ts';
import { currentlyFailing } from './service/currently-failing.ts';
import { expectations } from './service/expectations.ts';
import { expectedTargets } from './service/expected-targets.ts';
import { findingValues } from './service/finding-values.ts';
import { findingsService } from './service/findings.ts';
import { recompare } from './service/recompare.ts';
import { recomparePreview } from './service/recompare-preview.ts';
import { runChanges } from './service/run-changes.ts';
import { runHints } from './service/run-hints.ts';
import { settlement } from './service/settlement.ts';
import { storedFindings } from './service/stored-findings.ts';
import { acceptanceStore } from './store/acceptances.ts';
import { answerStore } from './store/answers.ts';
import { markStore } from './store/marks.ts';
import { valueStore } from './store/values.ts';

/** What noise reduction suggests ignoring. */
export const SUGGESTIONS = slot<Parameters<typeof findingsService>[0]['noise']>('suggestions');
/** Settles an analysis together with its round. */
export const ANALYSES = slot<Parameters<typeof settlement>[0]['analyses']>('analyses');

export interface FindingServices extends ReturnType<typeof findingServices> {}

/** Findings of rounds, by the current rules, marks and suggestions. */
export function findingServices({ world, tenant, use, bound }: Composition<'table' | 'blobs'>) {
  const below = use(replayServices);
  const { results, rules, applications, clusters } = below;
  const marks = markStore(world.table, tenant);
  const values = findingValues({ results, values: valueStore(world, tenant), work: world.work });
  const recompares = recompare({ results, rules, marks, clusters, values, work: world.work, elapsed: world.elapsed });
  const suggestions = bound(SUGGESTIONS);
  const stored = storedFindings({ answers: answerStore(world, tenant), ...world });
  const findings = findingsService({ rules, applications, marks, recompares, stored, noise: suggestions });
  return {
    ...below,
    ...world,
    suggestions,
    marks,
    values,
    bulkMarks: bulkMarks({ findings, results, clusters, marks, work: world.work }),
    currentlyFailing: currentlyFailing({ findings, clusters, work: world.work }),
    recompares,
    findings,
    storedFindings: stored,
    acceptances: acceptanceStore(world, tenant),
    changesOf: runChanges({ plans: below.plans, findings }),
    expectations: expectations({
      findings,
      rules,
      targets: expectedTargets({ results, clusters, work: world.work }),
      newId: world.newId,
    }),
    preview: recomparePreview({ results, marks, clusters, findings, work: world.work }),
  };
}

/** Services that make results the recordings' next versions. */
function acceptingServices({ use }: Composition<'table' | 'blobs' | 'keys'>) {
  const below = use(findingServices);
  return {
    accepting: accepting({ ...below, recordingKeys: use(recordingKeysOf) }),
    undoAcceptance: acceptanceUndo(below),
  };
}

export interface SettlingServices extends ReturnType<typeof settlingServices> {}

/** Services that settle and stop rounds. */
export function settlingServices({ world, use, bound }: Composition<'table' | 'blobs' | 'keys' | 'workflows'>) {
  const below = use(findingServices);
  return {
    ...below,
    ...world,
    ...use(acceptingServices),
    settlement: settlement({
      ...below,
      ...world,
      stored: below.storedFindings,
      noise: below.suggestions,
      analyses: bound(ANALYSES),
      hintsOfRound: runHints(below),
    }),
  };
}

/** Lets lists of schedules show the state of a run. */
export const runStateLabelsBinding = bind(RUN_STATE_LABELS, (_: Composition) => stateLabels);
