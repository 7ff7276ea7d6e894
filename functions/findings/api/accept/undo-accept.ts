import { type Endpoint, failureOf, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { counted } from '../../../platform/values/shown/counted.ts';
import { NO_PLAN } from '../../../replay/api/parts/run-refusals.ts';
import type { SettlingServices } from '../../composition.ts';
import { acceptDocs, INVALID_AT, NO_ACCEPTANCE } from './accept.doc.ts';

const path = '/api/replays/{planId}/accept';

/** Lists the calls that accepted results of a run. */
export const listAcceptances: Endpoint<Pick<SettlingServices, 'plans' | 'acceptances'>> = endpoint({
  method: 'GET',
  path,
  scope: 'read',
  errors: plainErrors,
  doc: acceptDocs.listAcceptances,

  async answer({ params }, { plans, acceptances }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failureOf(NO_PLAN);
    const items = (await acceptances.list(plan.planId)).map(({ at, by, note = null, accepted, version, undone }) => ({
      at: isoText(at),
      by,
      note,
      accepted,
      version: version ?? null,
      undone: undone ? { by: undone.by, at: isoText(undone.at) } : null,
    }));
    return ok({ items, nextCursor: null });
  },
});

/** Restores the versions before one call of `acceptResults`, by its time. */
export const undoAccept: Endpoint<Pick<SettlingServices, 'plans' | 'undoAcceptance' | 'audit' | 'now'>> = endpoint({
  method: 'DELETE',
  path,
  scope: 'write',
  audits: 'recordings.accept-undone',
  errors: plainErrors,
  doc: acceptDocs.undoAccept,

  async answer({ params, query, caller }, { plans, undoAcceptance, audit, now }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failureOf(NO_PLAN);
    const at = Date.parse(query.get('at') ?? '');
    if (Number.isNaN(at)) return failureOf(INVALID_AT);
    const { planId } = plan;
    const undone = await undoAcceptance(planId, at, { by: caller.name, at: now() });
    if (undone === undefined) return failureOf(NO_ACCEPTANCE);
    if (undone.restored > 0)
      await audit.note(
        caller,
        'recordings.accept-undone',
        {
          appId: plan.appId,
          planId,
          recordings: undone.restored,
          at: isoText(at),
        },
        counted(undone.restored, 'recording'),
      );
    return ok({ planId, ...undone });
  },
});
