import { console } from '../../../console/capability.ts';
import { noSampleBinding, retentionServices } from '../../../console/composition.ts';
import { applyRetention } from '../../../console/steps/apply-retention.ts';
import { makeApiKey } from '../../../login/api/keys/api-keys.ts';
import { makeMemberKey } from '../../../login/api/memberships/member-key.ts';
import { apiKeyServices, memberKeyServices } from '../../../login/composition.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { assets } from '../../../platform/pages-shell/assets.ts';
import { hasRunsBinding, tabCountsBinding } from '../../../replay/composition.ts';
import { createBadge, removeBadge } from '../../../report/api/badges/badge-tokens.ts';
import { reportServices } from '../../../report/composition.ts';
import { asks, declared } from '../api-application.ts';
import { functionHost, type Ports } from '../function-host.ts';
import { sitePages, siteRoutes } from '../site-routes.ts';
import { ticker } from '../ticker.ts';

/** How long a tick deletes, ms: shorter than until the next one. */
const TICK_MS = 50_000;

/** Deletes each minute what applications no longer keep, where that is due. */
export function retentionTicker(ports: Ports<typeof console, 'retention-ticker'>) {
  const host = functionHost({ ports });
  const servicesOf = host.servicesOf(retentionServices);
  const { world } = host;
  const apply = () => applyRetention(world, servicesOf, { until: world.now() + TICK_MS });
  return ticker(host, apply, 'some stored data could not be deleted after its retention');
}

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
