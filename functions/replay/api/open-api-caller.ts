import type { ApiRequest } from '../../platform/http/api.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import type { PlanCaller } from '../service/plan-admission.ts';

/**
 * The caller of the Open API, which needs no credential: whether it has one, or is the service's own user, is read on
 * demand.
 */
export function openApiCaller(
  { holder, isOwnUser, caller }: Pick<ApiRequest, 'holder' | 'isOwnUser' | 'caller'>,
  { openApiToken }: { openApiToken: string | null },
): PlanCaller & { mayWrite(): Promise<boolean> } {
  async function mayWrite(): Promise<boolean> {
    const known = await holder();
    return known !== null && known.tenant === caller.tenant && hasScope(known, 'write');
  }

  return {
    mayWrite,
    // Where a token is set, every request that comes here has carried it.
    isKnown: async () => openApiToken !== null || (await mayWrite()) || (await isOwnUser()),
  };
}
