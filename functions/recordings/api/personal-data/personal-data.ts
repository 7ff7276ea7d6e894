import { isAppId } from '../../../applications/domain/app-id.ts';
import { type Endpoint, failureOf, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { badParameter } from '../../../platform/http/page-request.ts';
import type { IntakeServices } from '../../composition.ts';
import { sealRuleOf } from '../../domain/personal/personal-data.ts';
import { personalDataOf } from '../../service/personal-data-of.ts';
import { startSealing } from '../../service/sealing/start-sealing.ts';
import { NO_SEAL_RULE, personalDataDocs } from './personal-data.doc.ts';
import { shownSealing } from './shown-sealing.ts';

const PATH = '/api/recorder/apps/{appId}/personal-data';

/** Lists the fields of an application's recordings that hold personal data, and how far their sealing is. */
export const listPersonalData: Endpoint<Pick<IntakeServices, 'recordings' | 'applications'>> = endpoint({
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: personalDataDocs.listPersonalData,

  async answer({ params: { appId = '' } }, services) {
    if (!isAppId(appId)) return badParameter('appId');
    const { personalData, countOf } = services.recordings;
    const [fields, pass] = await Promise.all([personalDataOf(services, appId), personalData.passes.of(appId)]);
    return ok({
      items: fields.map((one) => ({ ...one, rule: sealRuleOf(one) })),
      nextCursor: null,
      sealing: pass && shownSealing(pass, await countOf(appId)),
    });
  },
});

/** Starts to seal fields of stored recordings in the background. */
export const sealRecordings: Endpoint<Pick<IntakeServices, 'recordings' | 'applications' | 'audit' | 'now'>> = endpoint(
  {
    method: 'POST',
    path: PATH,
    scope: 'write',
    audits: 'recordings.sealed',
    errors: plainErrors,
    doc: personalDataDocs.sealRecordings,

    async answer({ params: { appId = '' }, caller }, services) {
      if (!isAppId(appId)) return badParameter('appId');
      const pass = await startSealing(services, appId, caller.name);
      if (pass === null) return failureOf(NO_SEAL_RULE);
      return { status: 202, body: shownSealing(pass, await services.recordings.countOf(appId)) };
    },
  },
);
