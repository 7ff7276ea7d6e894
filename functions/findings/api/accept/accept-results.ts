import { type Endpoint, JSON_BODY, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { SettlingServices } from '../../composition.ts';
import { acceptedAbout } from '../../domain/accepting/accepted-about.ts';
import { acceptDocs } from './accept.doc.ts';
import { acceptContext, acceptRefused, leftOutView } from './accept-context.ts';

/** Makes what a run answered the recordings' next versions (interface 13). */
export const acceptResults: Endpoint<Pick<SettlingServices, 'plans' | 'accepting' | 'audit' | 'now' | 'log'>> =
  endpoint({
    method: 'POST',
    path: '/api/replays/{planId}/accept',
    scope: 'write',
    audits: 'recordings.accepted',
    body: JSON_BODY,
    errors: plainErrors,
    doc: acceptDocs.acceptResults,

    async answer(request, services) {
      const { refused, plan, round, of, by } = await acceptContext(request, services);
      if (refused) return refused;
      const done = await services.accepting.accept(plan, round, of, by);
      if (!done.ok) return acceptRefused(done);
      const { planId } = plan;
      const { accepted, leftOut, replaced, next } = done.value;
      const at = isoText(done.value.at);
      if (accepted.length > 0) {
        const subject = { appId: plan.appId, planId, recordings: accepted.length, at };
        await services.audit.note(request.caller, 'recordings.accepted', subject, acceptedAbout(accepted));
      }
      services.log.info('results accepted as recordings', { plan_id: planId, recordings: accepted.length });
      return ok({
        planId,
        at,
        accepted: accepted.map((one) => ({
          planItemId: one.accepted.from.planItemId,
          caseId: one.caseId,
          version: one.accepted.version,
        })),
        leftOut: leftOut.map(leftOutView(plan)),
        mappedValues: replaced,
        next,
      });
    },
  });
