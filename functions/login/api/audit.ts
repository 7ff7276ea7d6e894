import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter, pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { LoginServices } from '../composition.ts';
import { keyDocs } from './keys/keys.doc.ts';

/** Lists changes of rules, marks, channels, keys, users and settings of the caller's tenant, newest first. */
export const listAudit: Endpoint<Pick<LoginServices, 'audit'>> = endpoint({
  method: 'GET',
  path: '/api/audit',
  scope: 'admin',
  errors: plainErrors,
  doc: keyDocs.listAudit,

  async answer({ query }, { audit }) {
    const repeated = repeatedParameter(query, []);
    if (repeated !== null) return badParameter(repeated);
    const wanted = pageRequest(query);
    if (wanted === null) return badParameter('limit');
    const { items, next } = await audit.page(wanted);
    return ok({
      items: items.map(({ at, ...entry }) => ({ ...entry, at: isoText(at) })),
      nextCursor: next,
    });
  },
});
