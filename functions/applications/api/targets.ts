import { type Endpoint, failure, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import type { ApplicationServices } from '../composition.ts';
import { isAppId } from '../domain/app-id.ts';
import type { Target } from '../domain/targets/target.ts';
import { targetDocs } from './targets.doc.ts';

const PATH = '/api/apps/{appId}/targets';

/** Lists where runs of an application may send recorded credentials (interface 14). */
export const listTargets: Endpoint<Pick<ApplicationServices, 'targets'>> = endpoint({
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: targetDocs.listTargets,

  async answer({ params: { appId = '' } }, { targets }) {
    if (!isAppId(appId)) return badParameter('appId');
    const { addresses, targets: own, ofRuns } = await targets.list(appId);
    const ofSetting = addresses.map((address) => ({ address, allowedBy: SETTING, at: null }));
    return ok({ items: [...ofSetting, ...[...own, ...ofRuns].map(targetView)], nextCursor: null });
  },
});

/** Allows an address to an application's runs until it is removed. */
export const allowTarget: Endpoint<Pick<ApplicationServices, 'targets' | 'targetRequests' | 'audit'>> = endpoint({
  method: 'POST',
  path: PATH,
  scope: 'admin',
  audits: 'target.allowed',
  body: JSON_BODY,
  grows: true,
  errors: plainErrors,
  doc: targetDocs.allowTarget,

  async answer({ params: { appId = '' }, body, caller }, { targets, targetRequests, audit }) {
    if (!isAppId(appId)) return badParameter('appId');
    const given = typeof body.address === 'string' ? body.address : '';
    const allowed = await targets.allow(appId, given, caller.name);
    if (!allowed.ok) return failure(allowed.code === 'TOO_MANY_TARGETS' ? 409 : 400, allowed.code, allowed.message);
    await targetRequests.remove(appId, allowed.value.address);
    await audit.note(caller, 'target.allowed', { appId, address: allowed.value.address });
    return ok(targetView(allowed.value));
  },
});

/** Removes an address, or that of one run. Runs towards it end. */
export const removeTarget: Endpoint<Pick<ApplicationServices, 'targets' | 'audit'>> = endpoint({
  method: 'DELETE',
  path: PATH,
  scope: 'admin',
  audits: 'target.removed',
  errors: plainErrors,
  doc: targetDocs.removeTarget,

  async answer({ params: { appId = '' }, query, caller }, { targets, audit }) {
    if (!isAppId(appId)) return badParameter('appId');
    const given = query.get('address');
    if (!given) return badParameter('address');
    const planId = query.get('for') || null;
    if (planId !== null && !PLAN_ID.test(planId)) return badParameter('for');
    const address = await targets.remove(appId, given, planId);
    if (address === null)
      return failure(404, 'NOT_FOUND', 'there is no such target; an address of SVC_TARGETS leaves with the setting');
    await audit.note(caller, 'target.removed', { appId, address, ...(planId !== null && { planId }) });
    return ok({ address });
  },
});

/** Form of a planId (interface 2.1). */
const PLAN_ID = /^[0-9a-f]{24}$/;

/** Stands in `allowedBy` for addresses of the setting. */
const SETTING = 'SVC_TARGETS';

const targetView = ({ address, allowedBy, at, for: planId }: Target) => ({
  address,
  allowedBy,
  at: new Date(at).toISOString(),
  ...(planId !== undefined && { for: planId }),
});
