import * as v from 'valibot';
import { docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { SECRET_EXAMPLE } from './keys/shown-api-key.ts';
import { NewTenant, TENANT_RULES } from './tenant-input.ts';

/** The refusal of an id that is taken. */
export const TENANT_EXISTS = refusal(409, 'TENANT_EXISTS', 'a tenant with this tenantId already exists');
const Shown = named('Tenant', v.object({ tenantId: v.string(), name: v.nullable(v.string()), createdAt: Time }));

/** What the OpenAPI document says of tenants (evaluation 5.3). */
export const tenantDocs = docs('Keys and users', {
  createTenant: {
    summary: 'Create a tenant',
    description:
      'For admins of the tenant `default`. `key` has every scope of the new tenant. Only this response contains it.',
    request: json(NewTenant, { tenantId: 'shop-eu', name: 'Shop Europe' }),
    responses: {
      201: json(named('NewTenant', v.object({ tenantId: v.string(), key: v.string() })), {
        tenantId: 'shop-eu',
        key: SECRET_EXAMPLE,
      }),
    },
    refusals: [...Object.values(TENANT_RULES).map((message) => refusal(400, 'INVALID_TENANT', message)), TENANT_EXISTS],
  },
  listTenants: listDoc(
    Shown,
    { tenantId: 'shop-eu', name: 'Shop Europe', createdAt: EXAMPLE.time },
    { summary: 'List the tenants besides `default`' },
  ),
});
