import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { numberOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { POLICIES, policyPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { refusedFields } from '../refused-fields.ts';
import { PolicyAnswer } from './policy-answers.ts';
import { skippedText } from './policy-texts.ts';
import { WINDOW_LABELS, windowFields } from './window-fields.ts';

const PATH = `${POLICIES}/{policyId}/backfill`;
const LABELS = { ...WINDOW_LABELS, rate: 'Sampling rate', max_targets: 'Max recordings' } as const;

/** Form of a backfill (evaluation 3.13). */
export const backfillPage: Page = {
  method: 'GET',
  path: PATH,
  scope: 'eval:policy',
  answer: async (request) => ({ html: await view(request, {}) }),
};

const Counted = v.object({
  matched: v.number(),
  sampled: v.number(),
  targets: v.number(),
  skipped: v.record(v.string(), v.number()),
});

/** Counts the cases of a backfill, or starts it. */
export const backfillForm: Page = {
  method: 'POST',
  path: PATH,
  scope: 'eval:policy',

  async answer(request) {
    const { form } = request;
    const { policyId = '' } = request.params;
    const answer = await request.ask('POST', '/api/v1/eval/online-policies/{policyId}/backfills', {
      params: { policyId },
      body: {
        from: textOf(form, 'from'),
        to: textOf(form, 'to'),
        rate: numberOf(form, 'rate'),
        max_targets: numberOf(form, 'max_targets'),
        dry_run: form.has('count'),
      },
    });
    if (answer.status >= 400) return { html: await view(request, refusedFields(answer, LABELS)), status: 422 };
    const found = v.safeParse(Counted, answer.body);
    return found.success
      ? { html: await view(request, {}, found.output) }
      : { location: `${policyPath(policyId)}?done=backfill` };
  },
};

async function view(
  request: PageRequest,
  errors: FieldErrors,
  found: v.InferOutput<typeof Counted> | null = null,
): Promise<Html> {
  const { policyId = '' } = request.params;
  const policy = await answered(request, PolicyAnswer, '/api/v1/eval/online-policies/{policyId}', {
    params: { policyId },
  });
  return evaluationLayout({
    title: 'Evaluate past recordings',
    request,
    tab: 'policies',
    trail: [
      { href: POLICIES, text: 'Online policies' },
      { href: policyPath(policyId), text: policy.name },
    ],
    body: html`${notice(errors.form, 'bad')}${
      found &&
      notice(
        html`<p><strong>Nothing has started yet.</strong> ${counted(found.targets, 'recording')} would be replayed: ${counted(found.matched, 'recording')} matched, ${found.sampled} of them sampled.${skippedText(found.skipped) && html` Left out: ${skippedText(found.skipped)}.`}</p>`,
        'info',
      )
    }
<p>A backfill runs ${visible(policy.name)} over recordings of the last 180 days, one day at a time, with its own budget. Only one backfill can be active.</p>
<form class="panel pad" method="post" action="${policyPath(policyId)}/backfill">${csrfField(request)}${windowFields(request, errors)}
<div class="columns">${field({ name: 'max_targets', label: LABELS.max_targets, required: true, inputmode: 'numeric', value: textOf(request.form, 'max_targets') || '1000', error: errors.max_targets ?? null })}
${field({ name: 'rate', label: LABELS.rate, inputmode: 'decimal', value: textOf(request.form, 'rate'), placeholder: String(policy.sampling.rate), hint: 'Default: the rate of the policy', error: errors.rate ?? null })}</div>
<p class="row"><button name="count" value="1">Count only</button> <button class="primary">Start backfill</button></p></form>`,
  });
}
