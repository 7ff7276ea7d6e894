import { asks } from '../../composition/aws/api-application.ts';
import { apiFunction } from '../../composition/aws/api-function.ts';
import { sitePages, siteRoutes } from '../../composition/aws/site-routes.ts';
import { makeApiKey } from '../../login/api/api-keys.ts';
import { makeMemberKey } from '../../login/api/memberships/member-key.ts';
import { apiKeyServices, memberKeyServices } from '../../login/services.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import { assets } from '../../platform/pages-shell/assets.ts';
import { hasRunsBinding } from '../../replay/services.ts';
import { console } from '../capability.ts';
import { noSampleBinding } from '../services.ts';

/** What answers for this capability. */
export const api = {
  capability: console,
  ports: { table, blobs, keys, workflows },
  bindings: [hasRunsBinding, suggestionsBinding, noSampleBinding],
  asks: [asks(apiKeyServices, makeApiKey), asks(memberKeyServices, makeMemberKey)],
  assets,
  addsPages: sitePages,
  adds: siteRoutes,
};

export const handler = apiFunction(api);
