import { isAppId } from '../../../applications/domain/app-id.ts';
import { type Endpoint, failureOf, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { badParameter } from '../../../platform/http/page-request.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { ReportServices } from '../../composition.ts';
import { BADGE_ID, type BadgeToken } from '../../domain/badge/badge-token.ts';
import { badgeDocs, NO_BADGE, TOO_MANY_BADGES } from './badges.doc.ts';

type Services = Pick<ReportServices, 'badgeTokens' | 'audit'>;

const PATH = '/api/apps/{appId}/badges';

const view = ({ id, createdAt, createdBy }: BadgeToken) => ({ id, createdAt: isoText(createdAt), createdBy });

/** Lists the badges of an application, without their tokens. */
export const listBadges: Endpoint<Services> = endpoint({
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: badgeDocs.listBadges,

  async answer({ params: { appId = '' } }, { badgeTokens }) {
    if (!isAppId(appId)) return badParameter('appId');
    return ok({ items: (await badgeTokens.list(appId)).map(view), nextCursor: null });
  },
});

/** Creates a badge; only this response contains its token. */
export const createBadge: Endpoint<Services> = endpoint({
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'badge.created',
  grows: true,
  errors: plainErrors,
  doc: badgeDocs.createBadge,

  async answer({ params: { appId = '' }, caller }, { badgeTokens, audit }) {
    if (!isAppId(appId)) return badParameter('appId');
    const made = await badgeTokens.create(appId, caller.name);
    if (made === null) return failureOf(TOO_MANY_BADGES);
    await audit.note(caller, 'badge.created', { appId, id: made.id });
    return { ...ok({ ...view(made), token: made.token }), headers: { 'cache-control': 'no-store' } };
  },
});

/** Removes a badge: its token shows nothing from then on. */
export const removeBadge: Endpoint<Services> = endpoint({
  method: 'DELETE',
  path: `${PATH}/{badgeId}`,
  scope: 'write',
  audits: 'badge.removed',
  errors: plainErrors,
  doc: badgeDocs.removeBadge,

  async answer({ params: { appId = '', badgeId = '' }, caller }, { badgeTokens, audit }) {
    if (!isAppId(appId)) return badParameter('appId');
    if (!BADGE_ID.test(badgeId) || !(await badgeTokens.remove(appId, badgeId))) return failureOf(NO_BADGE);
    await audit.note(caller, 'badge.removed', { appId, id: badgeId });
    return ok({ id: badgeId });
  },
});
