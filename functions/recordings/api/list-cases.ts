import { type Endpoint, ok, plainErrors, TOO_COSTLY } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import type { RecordingServices } from '../composition.ts';
import { searchCases } from '../service/search-cases.ts';
import { headView } from './case-view.ts';
import { caseListDocs } from './list-cases.doc.ts';
import { parseListRequest } from './list-request.ts';

/**
 * Lists cases of an application, newest first (interface 10); with a text, a status or a session, searches the newest
 * ones. Callers without the scope `write` do not find credentials.
 */
export const listCases: Endpoint<Pick<RecordingServices, 'recordings' | 'work'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/apps/{appId}/cases',
  scope: 'read',
  errors: plainErrors,
  doc: caseListDocs.listCases,

  async answer({ params, query, caller }, services) {
    const request = parseListRequest(query);
    if (!request.ok) return badParameter(request.message);
    const { terms, status, session, tags, limit, ...rest } = request.value;
    const range = { ...rest, appId: params.appId ?? '' };
    if (terms.length === 0 && status === undefined && session === undefined) {
      const page = await services.recordings.list({ ...range, tags, limit });
      if (page === null) return badParameter('cursor');
      return ok({ items: page.items.map(headView), nextCursor: page.nextCursor });
    }
    const found = await searchCases(services, {
      ...range,
      filter: { tags, ...(status && { status }), ...(session && { session }) },
      terms,
      limit,
      isMasked: !hasScope(caller, 'write'),
    });
    if (!found.ok) return found.code === 'BAD_CURSOR' ? badParameter('cursor') : TOO_COSTLY;
    const { items, nextCursor, searched } = found.value;
    return ok({ items: items.map(headView), nextCursor, searched });
  },
});
