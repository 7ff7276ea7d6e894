import { type Endpoint, failure, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { originOf } from '../../platform/values/origin-pattern.ts';
import type { ApplicationServices } from '../composition.ts';
import { isAppId } from '../domain/app-id.ts';
import { MAX_TARGET_REQUESTS, type TargetRequest } from '../domain/targets/target-request.ts';
import { targetRequestDocs } from './target-requests.doc.ts';

const PATH = '/api/apps/{appId}/target-requests';

/** Lists the addresses that callers ask an administrator to allow. */
export const listTargetRequests: Endpoint<Pick<ApplicationServices, 'targetRequests'>> = endpoint({
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: targetRequestDocs.listTargetRequests,

  async answer({ params: { appId = '' } }, { targetRequests }) {
    if (!isAppId(appId)) return badParameter('appId');
    return ok({ items: (await targetRequests.list(appId)).map(requestView), nextCursor: null });
  },
});

/** Asks an administrator to allow an address. */
export const askForTarget: Endpoint<Pick<ApplicationServices, 'targetRequests' | 'audit' | 'now'>> = endpoint({
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'target.requested',
  body: JSON_BODY,
  grows: true,
  errors: plainErrors,
  doc: targetRequestDocs.askForTarget,

  async answer({ params: { appId = '' }, body, caller }, { targetRequests, audit, now }) {
    if (!isAppId(appId)) return badParameter('appId');
    const address = typeof body.address === 'string' ? originOf(body.address) : null;
    if (address === null) return failure(400, 'INVALID_TARGET', 'address must be an http:// or https:// address');
    const open = await targetRequests.list(appId);
    const asked = open.find((one) => one.address === address);
    if (asked) return ok(requestView(asked));
    if (open.length >= MAX_TARGET_REQUESTS)
      return failure(409, 'TOO_MANY_REQUESTS', `${MAX_TARGET_REQUESTS} requests for targets are open already`);
    const request = { address, askedBy: caller.name, at: now() };
    if (await targetRequests.add(appId, request)) await audit.note(caller, 'target.requested', { appId, address });
    return ok(requestView(request));
  },
});

/** Closes a request without allowing its address. */
export const closeTargetRequest: Endpoint<Pick<ApplicationServices, 'targetRequests' | 'audit'>> = endpoint({
  method: 'DELETE',
  path: PATH,
  scope: 'admin',
  audits: 'target.request-closed',
  errors: plainErrors,
  doc: targetRequestDocs.closeTargetRequest,

  async answer({ params: { appId = '' }, query, caller }, { targetRequests, audit }) {
    if (!isAppId(appId)) return badParameter('appId');
    const address = originOf(query.get('address') ?? '');
    if (address === null) return badParameter('address');
    if (!(await targetRequests.remove(appId, address))) return failure(404, 'NOT_FOUND', 'there is no such request');
    await audit.note(caller, 'target.request-closed', { appId, address });
    return ok({ address });
  },
});

const requestView = ({ address, askedBy, at }: TargetRequest) => ({
  address,
  askedBy,
  at: new Date(at).toISOString(),
});
