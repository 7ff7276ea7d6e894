import { console } from '../../../console/capability.ts';
import { noSampleBinding } from '../../../console/composition.ts';
import { makeApiKey } from '../../../login/api/keys/api-keys.ts';
import { makeMemberKey } from '../../../login/api/memberships/member-key.ts';
import { apiKeyServices, memberKeyServices } from '../../../login/composition.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { assets } from '../../../platform/pages-shell/assets.ts';
import { hasRunsBinding, tabCountsBinding } from '../../../replay/composition.ts';
import { createBadge, removeBadge } from '../../../report/api/badges/badge-tokens.ts';
import { reportServices } from '../../../report/composition.ts';
import { asks, declared } from '../api-application.ts';
import { sitePages, siteRoutes } from '../site-routes.ts';

/** What answers for this capability. */
export const api = () =>
  declared({
    capability: console,
    bindings: [hasRunsBinding, tabCountsBinding, suggestionsBinding, noSampleBinding],
    asks: [
      asks(apiKeyServices, makeApiKey),
      asks(memberKeyServices, makeMemberKey),
      asks(reportServices, createBadge, removeBadge),
    ],
    assets,
    addsPages: sitePages,
    adds: siteRoutes,
  });
