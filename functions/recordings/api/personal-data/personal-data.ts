import * as v from 'valibot';
import { isAppId } from '../../../applications/domain/app-id.ts';
import { type Endpoint, failureOf, OPTIONAL_JSON_BODY, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { badParameter } from '../../../platform/http/page-request.ts';
import type { IntakeServices } from '../../composition.ts';
import { sealRuleOf } from '../../domain/personal/personal-data.ts';
import { personalDataOf } from '../../service/personal-data-of.ts';
import { sealNotedPage } from '../../service/seal-noted-page.ts';
import { INVALID_AFTER } from '../recording-keys.doc.ts';
import { personalDataDocs } from './personal-data.doc.ts';

/** Lists the fields of an application's recordings that hold personal data. */
export const listPersonalData: Endpoint<Pick<IntakeServices, 'recordings' | 'applications'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/apps/{appId}/personal-data',
  scope: 'read',
  errors: plainErrors,
  doc: personalDataDocs.listPersonalData,

  async answer({ params: { appId = '' } }, services) {
    if (!isAppId(appId)) return badParameter('appId');
    const fields = await personalDataOf(services, appId);
    return ok({ items: fields.map((one) => ({ ...one, rule: sealRuleOf(one) })), nextCursor: null });
  },
});

/** The body that says where to continue. */
const SealInput = v.object({ after: v.nullish(v.pipe(v.string(), v.maxLength(4000))) });

/** Seals fields in up to about 1,000 stored recordings; `next` says where the next call continues. */
export const sealRecordings: Endpoint<
  Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications' | 'work' | 'log' | 'now'>
> = endpoint({
  method: 'PATCH',
  path: '/api/recorder/apps/{appId}/personal-data',
  scope: 'write',
  body: OPTIONAL_JSON_BODY,
  errors: plainErrors,
  doc: personalDataDocs.sealRecordings,

  async answer({ params: { appId = '' }, body }, services) {
    if (!isAppId(appId)) return badParameter('appId');
    const input = v.safeParse(SealInput, body ?? {});
    const page = input.success ? await sealNotedPage(services, appId, input.output.after ?? null) : null;
    return page === null ? failureOf(INVALID_AFTER) : ok(page);
  },
});
