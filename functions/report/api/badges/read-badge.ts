import { STATE_LABELS } from '../../../findings/domain/state-labels.ts';
import { type Endpoint, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { runState } from '../../../replay/domain/plan.ts';
import type { ReportServices } from '../../composition.ts';
import { badgeSvg } from '../../domain/badge/badge-svg.ts';
import { badgeAppId } from '../../domain/badge/badge-token.ts';
import { badgeDocs } from './badges.doc.ts';

type Services = Pick<ReportServices, 'badgeTokens' | 'plansOfTenant'>;

const UNKNOWN = { name: 'unknown', tone: 'quiet' } as const;
const NO_RUN = { name: 'no run', tone: 'quiet' } as const;
/** Runs among which the last one of a branch is looked for. */
const MAX_SEARCHED = 100;
/** Pages of other sites show it; what it shows may be a minute old. */
const HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'max-age=60',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * The state of the last run of an application as an image, for callers with its token. An unknown token, and an
 * application that is not that of the token, answer alike.
 */
export const readBadge: Endpoint<Services> = endpoint({
  method: 'GET',
  path: '/badge/{badge}',
  scope: null,
  errors: plainErrors,
  doc: badgeDocs.readBadge,

  async answer({ params: { badge = '' }, query }, services) {
    const holder = await services.badgeTokens.holderOf(query.get('token') ?? '');
    const isKnown = holder !== null && holder.appId === badgeAppId(badge);
    const shown = isKnown ? await lastState(services, holder, query.get('branch') || null) : UNKNOWN;
    return { status: 200, headers: HEADERS, bytes: Buffer.from(badgeSvg(shown)) };
  },
});

/** The state of the last run, or of the last one of a branch, as it was when that run settled. */
async function lastState(
  { plansOfTenant }: Services,
  { tenant, appId }: { tenant: string; appId: string },
  branch: string | null,
) {
  const plans = plansOfTenant(tenant);
  const page = await plans.list({ appId, limit: branch === null ? 1 : MAX_SEARCHED, after: null });
  const plan = page.plans.find(({ build }) => branch === null || build?.branch === branch);
  if (plan === undefined) return NO_RUN;
  const [round] = await plans.latestRounds([plan]);
  const state = runState(plan, round);
  return Object.hasOwn(STATE_LABELS, state) ? STATE_LABELS[state as keyof typeof STATE_LABELS] : UNKNOWN; // hasOwn checked it
}
