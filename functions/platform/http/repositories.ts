import { analysesRepository } from '../../analysis/service/analyses.ts';
import { analysisJobs } from '../../analysis/store/analysis-jobs.ts';
import { analysisRows } from '../../analysis/store/analysis-rows.ts';
import { modelAnswers } from '../../analysis/store/model-answers.ts';
import { applicationsRepository } from '../../applications/store/applications.ts';
import { rulesRepository } from '../../compare/store/rules.ts';
import { evaluationRepositories } from '../../evaluation/service/evaluation-repositories.ts';
import { findingsRepository } from '../../findings/service/findings.ts';
import { recompare } from '../../findings/service/recompare.ts';
import { recomparePreview } from '../../findings/service/recompare-preview.ts';
import { roundClusters } from '../../findings/service/round-clusters.ts';
import { settlement } from '../../findings/service/settlement.ts';
import { marksRepository } from '../../findings/store/marks.ts';
import { auditRepository } from '../../login/store/audit.ts';
import { logRowsRepository } from '../../logs/store/log-rows.ts';
import { noiseRepository } from '../../noise/store/noise.ts';
import { notificationFacts } from '../../notifications/service/notification-facts.ts';
import { channelsRepository } from '../../notifications/store/channels.ts';
import { deliveriesRepository } from '../../notifications/store/deliveries.ts';
import { recordingsRepository } from '../../recordings/store/recordings.ts';
import { newPlans } from '../../replay/service/new-plans.ts';
import { plansRepository } from '../../replay/store/plans.ts';
import { resultsRepository } from '../../replay/store/results.ts';
import { dailyQuota } from '../daily-quota.ts';
import type { Config } from '../settings/config.ts';
import { rateWindows } from '../table/rate-windows.ts';
import type { World } from '../world.ts';

export type Repositories = ReturnType<typeof repositories>;

/** Everything that is stored for one tenant. */
export function repositories(
  world: World,
  tenant: string,
  config: Pick<
    Config,
    'caseRetentionMs' | 'planRetentionMs' | 'logRetentionMs' | 'analysisWaitMs' | 'ai' | 'aiDaily' | 'publicUrl'
  >,
) {
  const { table, blobs, now } = world;
  const recordings = recordingsRepository({ table, blobs, now }, tenant, config.caseRetentionMs);
  const applications = applicationsRepository(table, tenant);
  const rules = rulesRepository({ table, blobs, applications }, tenant);
  const plans = plansRepository(table, tenant);
  const results = resultsRepository({ table, blobs }, tenant);
  const marks = marksRepository(table, tenant);
  const clusters = roundClusters(results);
  const recompares = recompare({ results, rules, marks, clusters, now });
  const noise = noiseRepository({ table, blobs }, tenant);
  const findings = findingsRepository({ rules, applications, marks, recompares, noise });
  const channels = channelsRepository(world, tenant);
  const deliveries = deliveriesRepository({ ...world, channels }, tenant);
  const ofAnalyses = analysisRows(world, tenant);
  const jobs = analysisJobs({ ...world, rows: ofAnalyses, plans, results }, tenant);
  const quota = dailyQuota(world, tenant);
  const analyses = analysesRepository(
    {
      ...world,
      ...{ rows: ofAnalyses, jobs, plans, results, marks, applications, quota },
      announce: (plan, round) => deliveries.announce(plan, round, 'diagnosed'),
    },
    { waitMs: config.analysisWaitMs, daily: config.aiDaily.analyses, isBuiltIn: config.ai !== null },
  );
  return {
    recordings,
    applications,
    rules,
    plans,
    results,
    marks,
    clusters,
    recompares,
    findings,
    preview: recomparePreview({ results, rules, marks, clusters, findings, noise }),
    noise,
    analyses,
    analysisJobs: jobs,
    modelAnswers: modelAnswers({ ...world, quota }, tenant),
    notificationFacts: notificationFacts({ plans, findings, marks, analyses, publicUrl: config.publicUrl }),
    settlement: settlement({ ...world, plans, results, clusters, findings, noise, analyses }),
    channels,
    audit: auditRepository(world, tenant),
    evaluation: evaluationRepositories(world, tenant, recordings),
    deliveries,
    logRows: logRowsRepository(world, tenant, config.logRetentionMs),
    rateWindows: rateWindows(world),
    newPlans: newPlans({ ...world, plans, recordings, planRetentionMs: config.planRetentionMs, tenant }),
  };
}
