import { ANALYSES, findingServices } from '../findings/composition.ts';
import { modelAnswersOf, quotaOf } from '../noise/composition.ts';
import { bind, type Composition, slot } from '../platform/composition.ts';
import { analysisService } from './service/analyses.ts';
import { analysisJobs } from './service/analysis-jobs.ts';
import { analysisRows } from './store/analysis-rows.ts';
import { executorConnection } from './store/executor-connection.ts';

/** Announces a diagnosis to the channels of an application. */
export const ANNOUNCE = slot<Announce>('announcements');
type Announce = Parameters<typeof analysisService>[0]['announce'];

export interface AnalysisServices extends ReturnType<typeof analysisServices> {}

type Ports = 'table' | 'blobs' | 'workflows';

/** Services for cause analyses of rounds. */
export const analysisServices = ({ world, use }: Composition<Ports>) => ({
  ...use(findingServices),
  ...world,
  ...use(analysesOf),
});

export interface AnalyzingServices extends ReturnType<typeof analyzingServices> {}

/** Services that ask a language model about the clusters of a round. */
export const analyzingServices = ({ config, world, use }: Composition<Ports | 'model'>) => ({
  ...use(analysisServices),
  ...world,
  config,
  modelAnswers: use(modelAnswersOf),
});

function analysesOf({ config, world, tenant, use, bound }: Composition<Ports>) {
  const { plans, results, marks, applications } = use(findingServices);
  const rows = analysisRows(world, tenant);
  // Only what ends an analysis announces it: the others are composed without channels.
  const announce: Announce = (...announced) => bound(ANNOUNCE)(...announced);
  const jobs = analysisJobs({ ...world, rows, executors: executorConnection(world.table, tenant), plans, results });
  const analyses = analysisService(
    { ...world, rows, jobs, plans, results, marks, applications, quota: use(quotaOf), announce },
    { waitMs: config.analysisWaitMs, daily: config.aiDaily.analyses, isBuiltIn: config.ai !== null },
  );
  return { analyses, analysisJobs: jobs };
}

/** A round settles together with its analysis. */
export const analysesBinding = bind(ANALYSES, ({ use }: Composition<Ports>) => use(analysesOf).analyses);
