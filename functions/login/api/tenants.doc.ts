import * as v from 'valibot';
import { type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';

/** Documentation of the endpoint that creates a tenant (evaluation 5.3); `body` is the endpoint's schema. */
export const createTenantDoc = (
  body: v.GenericSchema,
  { rules, taken }: { rules: Readonly<Record<string, string>>; taken: string },
): EndpointDoc => ({
  id: 'createTenant',
  tag: 'Keys and users',
  summary: 'Create a tenant',
  description:
    'For admins of the tenant `default`. `key` has every scope of the new tenant. Only this response contains it.',
  request: json(body, { tenantId: 'shop-eu', name: 'Shop Europe' }),
  responses: {
    201: json(named('NewTenant', v.object({ tenantId: v.string(), key: v.string() })), {
      tenantId: 'shop-eu',
      key: `rrs_${EXAMPLE.keyId}_<secret>`,
    }),
  },
  refusals: [
    ...Object.values(rules).map((message) => refusal(400, 'INVALID_TENANT', message)),
    refusal(409, 'TENANT_EXISTS', taken),
  ],
});

/** Documentation of the endpoint that lists tenants (evaluation 5.3). */
export const listTenantsDoc = listDoc(
  named('Tenant', v.object({ tenantId: v.string(), name: v.nullable(v.string()), createdAt: Time })),
  { tenantId: 'shop-eu', name: 'Shop Europe', createdAt: EXAMPLE.time },
  {
    id: 'listTenants',
    tag: 'Keys and users',
    summary: 'List the tenants besides `default`',
  },
);
