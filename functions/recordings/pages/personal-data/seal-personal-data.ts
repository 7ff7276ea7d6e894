import * as v from 'valibot';
import { withRules } from '../../../applications/domain/redact-rule.ts';
import { SEALING } from '../../../applications/pages/parts/sealing.ts';
import type { Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import type { RecordingServices } from '../../composition.ts';
import { PersonalField, sealRuleOf } from '../../domain/personal/personal-data.ts';

/** How long one form seals recordings; what remains is continued by the next, ms. */
const BUDGET_MS = 10_000;

/**
 * Adds the rule that seals a field, and seals the stored recordings; `after` says where to continue, and `stored` seals
 * them by the rules as they are. `from`: the form stands in the settings.
 */
export const sealPersonalData: Page<Pick<RecordingServices, 'applications' | 'now'>> = {
  method: 'POST',
  path: '/console/apps/{appId}/recordings/personal-data',
  scope: 'write',

  async answer(request, { applications, now }) {
    const { form, params } = request;
    const { appId = '' } = params;
    const after = textOf(form, 'after') || null;
    if (after !== null || form.has('stored')) return sealed(request, now, after);
    const named = { in: textOf(form, 'in'), field: textOf(form, 'field') };
    const place = v.safeParse(PersonalField.entries.in, named.in);
    const rule = place.success ? sealRuleOf({ in: place.output, field: named.field }) : null;
    if (rule === null) return { html: problemPage('bad-form', request), status: 422 };
    const { redact } = await applications.settings(appId);
    const asked = { params: { appId }, body: { redact: withRules(redact, [rule]) } };
    const refused = refusalOf(await request.ask('PUT', '/api/apps/{appId}/settings', asked));
    return refused === null ? sealed(request, now, null) : { html: problemPage('bad-form', request), status: 422 };
  },
};

const SealedPage = v.object({ sealed: v.number(), next: v.nullable(v.string()) });

/** Seals recordings until all are, or the time is over. */
async function sealed(request: PageRequest, now: () => number, from: string | null) {
  const { appId = '' } = request.params;
  const until = now() + BUDGET_MS;
  let after = from;
  do {
    const answer = await request.ask('PATCH', '/api/recorder/apps/{appId}/personal-data', {
      params: { appId },
      body: { after },
    });
    if (answer.status >= 400) return { html: problemPage('bad-link', request), status: answer.status };
    after = v.parse(SealedPage, answer.body).next;
  } while (after !== null && now() < until);
  const isOfSettings = textOf(request.form, 'from') === 'settings';
  // The settings show a pass that is not over from what is stored of it.
  const place = after !== null && !isOfSettings && { after };
  const query = new URLSearchParams({ ...place, done: after === null ? 'sealed' : SEALING });
  return { location: `${applicationPath(appId)}/${isOfSettings ? 'settings/data' : 'recordings'}?${query}` };
}
