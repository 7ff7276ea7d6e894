import { loginServices } from '../../functions/login/composition.ts';
import type { Compositions } from '../../functions/platform/composition.ts';

const DEFAULT_TENANT = 'default';

/** Every tenant of the service. */
export async function* tenantsOf(host: Compositions): AsyncGenerator<string> {
  yield DEFAULT_TENANT;
  const { tenants } = host.servicesOf(loginServices)(DEFAULT_TENANT);
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof tenants.page>> = await tenants.page({ limit: 1000, after });
    for (const { tenantId } of page.items) yield tenantId;
    after = page.next;
  } while (after !== null);
}
