import type { ApiRequest } from '../../functions/platform/http/api.ts';

/** The members of a request whose sender proves nothing: no credential, not a program of the service's own user. */
export const WITHOUT_PROOF: Pick<ApiRequest, 'holder' | 'isOwnUser'> = {
  holder: async () => null,
  isOwnUser: async () => false,
};
