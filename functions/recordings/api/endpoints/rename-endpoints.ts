import * as v from 'valibot';
import { isAppId } from '../../../applications/domain/app-id.ts';
import { changedEndpoints, EndpointsChange } from '../../../applications/domain/endpoint-patterns.ts';
import {
  type Endpoint,
  failure,
  failureOf,
  JSON_BODY,
  OPTIONAL_JSON_BODY,
  ok,
  plainErrors,
} from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { badParameter } from '../../../platform/http/page-request.ts';
import type { IntakeServices } from '../../composition.ts';
import { patternOffers } from '../../domain/endpoints/pattern-offers.ts';
import { previewEndpoints } from '../../service/preview-endpoints.ts';
import { type RenameLocation, renamePage } from '../../service/rename-endpoints.ts';
import { INVALID_AFTER } from '../recording-keys.doc.ts';
import { endpointNameDocs } from './rename-endpoints.doc.ts';

/** The body that says where to continue. */
const RenameInput = v.object({ after: v.nullish(v.pipe(v.string(), v.maxLength(4000))) });

/** The body of a preview. */
const PreviewInput = v.object({ endpoints: EndpointsChange });

const Location = v.object({ operation: v.string(), cursor: v.optional(v.string()) });

/**
 * Gives up to about 1,000 stored recordings the endpoints that the settings give new ones; `next` says where the next
 * call continues.
 */
export const renameEndpoints: Endpoint<
  Pick<IntakeServices, 'recordings' | 'applications' | 'renameInRules' | 'work' | 'now'>
> = endpoint({
  method: 'PATCH',
  path: '/api/recorder/apps/{appId}/operations',
  scope: 'write',
  body: OPTIONAL_JSON_BODY,
  errors: plainErrors,
  doc: endpointNameDocs.renameEndpoints,

  async answer({ params: { appId = '' }, body }, services) {
    if (!isAppId(appId)) return badParameter('appId');
    const input = v.safeParse(RenameInput, body ?? {});
    const location = input.success ? locationOf(input.output.after ?? null) : undefined;
    const page = location === undefined ? null : await renamePage(services, appId, location);
    if (page === null) return failureOf(INVALID_AFTER);
    return ok({ ...page, next: page.next && Buffer.from(JSON.stringify(page.next)).toString('base64url') });
  },
});

/** Null: the first; undefined for a text that does not belong to this endpoint. */
function locationOf(text: string | null): RenameLocation | null | undefined {
  if (text === null) return null;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Location), Buffer.from(text, 'base64url').toString());
  return parsed.success ? parsed.output : undefined;
}

/** Says what patterns would change in the stored recordings; nothing is saved. */
export const previewPatterns: Endpoint<Pick<IntakeServices, 'recordings' | 'countRulesOf'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/apps/{appId}/path-patterns',
  scope: 'read',
  body: JSON_BODY,
  errors: plainErrors,
  doc: endpointNameDocs.previewEndpoints,

  async answer({ params: { appId = '' }, body }, services) {
    if (!isAppId(appId)) return badParameter('appId');
    const input = v.safeParse(PreviewInput, body);
    if (!input.success) return failure(400, 'INVALID_SETTINGS', 'endpoints is invalid');
    const patterns = changedEndpoints([], input.output.endpoints);
    if (!patterns.ok) return failure(400, patterns.code, patterns.message);
    return ok({ ...(await previewEndpoints(services, appId, patterns.value)), settings: patterns.value });
  },
});

/** Offers patterns for endpoints that differ in one segment. */
export const listOffers: Endpoint<Pick<IntakeServices, 'recordings'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/apps/{appId}/path-patterns',
  scope: 'read',
  errors: plainErrors,
  doc: endpointNameDocs.listPatternOffers,

  async answer({ params: { appId = '' } }, { recordings }) {
    return ok({ items: patternOffers(await recordings.endpointsOf(appId)), nextCursor: null });
  },
});
