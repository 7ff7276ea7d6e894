import { type Endpoint, JSON_BODY, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { SettlingServices } from '../../composition.ts';
import { acceptDocs } from './accept.doc.ts';
import { acceptContext, acceptRefused, leftOutView } from './accept-context.ts';

/** Returns what `acceptResults` would change, without saving it. */
export const previewAccept: Endpoint<Pick<SettlingServices, 'plans' | 'accepting' | 'now'>> = endpoint({
  method: 'POST',
  path: '/api/replays/{planId}/accept/preview',
  scope: 'write',
  body: JSON_BODY,
  errors: plainErrors,
  doc: acceptDocs.previewAccept,

  async answer(request, services) {
    const { refused, plan, round, of, by } = await acceptContext(request, services);
    if (refused) return refused;
    const found = await services.accepting.preview(plan, round, of, by);
    if (!found.ok) return acceptRefused(found);
    const { accepts, version, changes, leftOut, replaced, next } = found.value;
    return ok({
      planId: plan.planId,
      accepts,
      version,
      changes,
      leftOut: leftOut.map(leftOutView(plan)),
      mappedValues: replaced,
      next,
    });
  },
});
