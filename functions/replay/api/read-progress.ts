import { consoleErrors, type Endpoint, ok } from '../../platform/http/api.ts';
import { progressOf } from '../domain/progress.ts';
import { readProgressDoc } from './plans.doc.ts';

const readProgressAt = (path: string): Endpoint => ({
  method: 'GET',
  path,
  scope: 'read',
  errors: consoleErrors,
  doc: readProgressDoc(path),

  async answer({ query }, { plans, results, now }) {
    const plan = await plans.find(query.get('planId') ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return ok({ result: 2, desc: 'there is no such plan', data: null });
    const workers = round.finishedAt === null ? await results.progress(plan.planId, plan.round) : [];
    return ok({
      result: 1,
      desc: 'ok',
      data: {
        planId: plan.planId,
        status: plan.status,
        percent: Math.floor(progressOf(round, workers) * 100),
        lastUpdateTime: new Date(round.result?.settledAt ?? round.finishedAt ?? now()).toISOString(),
      },
    });
  },
});

/** Progress of a plan; at percent 100 scheduling is done (spec 4.5). Both paths are one endpoint (interface 4.5). */
export const readProgress: readonly Endpoint[] = ['/progress', '/api/progress'].map(readProgressAt);
