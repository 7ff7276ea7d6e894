import { consoleErrors, type Endpoint, ok } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { progressOf } from '../../replay/domain/progress.ts';
import type { ReportServices } from '../composition.ts';
import { planDocs } from './plans.doc.ts';

const readProgressAt = (
  path: string,
  doc: typeof planDocs.readProgress,
): Endpoint<Pick<ReportServices, 'plans' | 'results' | 'now'>> =>
  endpoint({
    method: 'GET',
    path,
    scope: 'read',
    errors: consoleErrors,
    doc,

    async answer({ query }, { plans, results, now }) {
      const plan = await plans.find(query.get('planId') ?? '');
      const round = plan && (await plans.findRound(plan.planId, plan.round));
      if (!plan || !round) return ok({ result: 2, desc: 'there is no such run', data: null });
      const workers = round.finishedAt === null ? await results.progress(plan.planId, plan.round) : [];
      return ok({
        result: 1,
        desc: 'ok',
        data: {
          planId: plan.planId,
          status: plan.status,
          percent: Math.floor(progressOf(round, workers) * 100),
          lastUpdateTime: isoText(round.result?.settledAt ?? round.finishedAt ?? now()),
        },
      });
    },
  });

/**
 * Returns the progress of a plan. At 100 percent, scheduling is done (spec 4.5). Both paths are one endpoint (interface
 * 4.5).
 */
export const readProgress: readonly Endpoint<Pick<ReportServices, 'plans' | 'results' | 'now'>>[] = [
  readProgressAt('/progress', planDocs.readProgressAtRoot),
  readProgressAt('/api/progress', planDocs.readProgress),
];
