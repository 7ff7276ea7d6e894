import type { ApiRequest } from '../../functions/platform/http/api.ts';

/** The members of a request whose sender proves nothing: no credential, not the own user, not this machine. */
export const WITHOUT_PROOF: Pick<ApiRequest, 'holder' | 'isOwnUser' | 'isLocal'> = {
  holder: async () => null,
  isOwnUser: async () => false,
  isLocal: false,
};
