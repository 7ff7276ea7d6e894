import * as v from 'valibot';
import {
  consoleErrors,
  type Endpoint,
  ERRORS,
  failure,
  failureOf,
  JSON_BODY,
  ok,
  plainErrors,
} from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter, pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { API_KEY_SCOPES } from '../../platform/values/scope.ts';
import type { LoginServices } from '../composition.ts';
import type { Tenant } from '../store/tenants.ts';
import { NewTenant, TENANT_RULES } from './tenant-input.ts';
import { TENANT_EXISTS, tenantDocs } from './tenants.doc.ts';

const path = '/api/tenants';
/** Admins of this tenant manage all tenants. */
const FIRST_TENANT = 'default';

const tenantView = ({ tenantId, name, createdAt }: Tenant) => ({
  tenantId,
  name,
  createdAt: isoText(createdAt),
});

/** Creates a tenant with a key that has every scope in it; only this response contains the key (evaluation 5.3). */
export const createTenant: Endpoint<Pick<LoginServices, 'tenants' | 'apiKeys' | 'audit' | 'now'>> = endpoint({
  method: 'POST',
  path,
  scope: 'admin',
  audits: 'tenant.created',
  body: JSON_BODY,
  errors: plainErrors,
  doc: tenantDocs.createTenant,

  async answer({ body, caller }, { tenants, apiKeys, audit, now }) {
    if (caller.tenant !== FIRST_TENANT) return forbidden(now());
    const input = v.safeParse(NewTenant, body);
    if (!input.success)
      return failure(
        400,
        'INVALID_TENANT',
        TENANT_RULES[String(input.issues[0].path?.[0]?.key)] ?? 'the body is invalid',
      );
    const { tenantId } = input.output;
    // The key is created first: a tenant without a key could not be created again.
    const key = await apiKeys.create({ name: `first-key-${now()}`, tenant: tenantId, scopes: API_KEY_SCOPES });
    if (key === null || (await tenants.create(input.output)) === null) {
      if (key !== null) await apiKeys.remove(tenantId, key.id);
      return failureOf(TENANT_EXISTS);
    }
    await audit.note(caller, 'tenant.created', { tenantId });
    return { status: 201, headers: { 'cache-control': 'no-store' }, body: { tenantId, key: key.key } };
  },
});

/** Lists tenants other than `default` (evaluation 5.3). */
export const listTenants: Endpoint<Pick<LoginServices, 'tenants' | 'now'>> = endpoint({
  method: 'GET',
  path,
  scope: 'admin',
  errors: plainErrors,
  doc: tenantDocs.listTenants,

  async answer({ query, caller }, { tenants, now }) {
    if (caller.tenant !== FIRST_TENANT) return forbidden(now());
    const repeated = repeatedParameter(query, []);
    if (repeated !== null) return badParameter(repeated);
    const wanted = pageRequest(query);
    if (wanted === null) return badParameter('limit');
    const { items, next } = await tenants.page(wanted);
    return ok({ items: items.map(tenantView), nextCursor: next });
  },
});

const forbidden = (now: ReturnType<LoginServices['now']>) => ({
  status: ERRORS.forbidden.status,
  body: consoleErrors(ERRORS.forbidden, now),
});
