import * as v from 'valibot';
import { withRules } from '../../../applications/domain/redact-rule.ts';
import { SEALING, SEALING_STORED } from '../../../applications/pages/parts/sealing.ts';
import type { Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import type { RecordingServices } from '../../composition.ts';
import { PersonalField, sealRuleOf } from '../../domain/personal/personal-data.ts';

/**
 * Adds the rule that seals a field, and starts to seal the stored recordings; `stored` seals them by the rules as they
 * are. `from`: the form stands in the settings.
 */
export const sealPersonalData: Page<Pick<RecordingServices, 'applications'>> = {
  method: 'POST',
  path: '/console/apps/{appId}/recordings/personal-data',
  scope: 'write',
  audits: 'recordings.sealed',

  async answer(request, { applications }) {
    const { form, params } = request;
    const { appId = '' } = params;
    if (form.has('stored')) return started(request, SEALING_STORED);
    const named = { in: textOf(form, 'in'), field: textOf(form, 'field') };
    const place = v.safeParse(PersonalField.entries.in, named.in);
    const rule = place.success ? sealRuleOf({ in: place.output, field: named.field }) : null;
    if (rule === null) return { html: problemPage('bad-form', request), status: 422 };
    const { redact } = await applications.settings(appId);
    const asked = { params: { appId }, body: { redact: withRules(redact, [rule]) } };
    const refused = refusalOf(await request.ask('PUT', '/api/apps/{appId}/settings', asked));
    return refused === null ? started(request, SEALING) : { html: problemPage('bad-form', request), status: 422 };
  },
};

/** Starts the pass, and goes back to the page of the form. */
async function started(request: PageRequest, done: string) {
  const { appId = '' } = request.params;
  const answer = await request.ask('POST', '/api/recorder/apps/{appId}/personal-data', { params: { appId } });
  if (answer.status >= 400) return { html: problemPage('bad-form', request), status: answer.status };
  const page = textOf(request.form, 'from') === 'settings' ? 'settings/data' : 'recordings';
  return { location: `${applicationPath(appId)}/${page}?done=${done}` };
}
