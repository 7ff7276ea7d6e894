import { html } from 'hono/html';
import * as v from 'valibot';
import { canBeExpected } from '../../../../compare/domain/expected/expected-change.ts';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import { exactChange } from '../../../../findings/pages/parts/exact-change.ts';
import {
  type ExpectedPreview,
  ExpectedPreviewAnswer,
  expectedPreview,
} from '../../../../findings/pages/parts/expected-preview.ts';
import type { Html, Page, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { dialog } from '../../../../platform/pages-shell/dialog/dialog.ts';
import { field, notice } from '../../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../../platform/pages-shell/form-values.ts';
import { icon } from '../../../../platform/pages-shell/icon.ts';
import { problemPage } from '../../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../../platform/pages-shell/refusal.ts';
import { counted, short } from '../../../../platform/pages-shell/texts.ts';
import type { FindingRow } from '../../../domain/finding-rows.ts';
import { findingPath, reportPath, withQuery } from '../../report-links.ts';
import { fieldText } from '../field-path.ts';
import { findingChange } from '../finding-change.ts';
import { type FindingContext, findingContext } from '../finding-context.ts';
import { SEVERITY } from '../finding-row.ts';
import { type BelowServices, findingsBelow } from '../settled/findings-below.ts';
import { shownEndpoint } from '../shown-endpoint.ts';

/** The two questions, and why. */
interface ExpectForm {
  /** `recorded`: until production records it; `run`: in this run only. */
  scope: 'recorded' | 'run';
  change: 'exact' | 'any';
  note: string;
}

const formOf = (read: (name: string) => string, { kind }: FindingRow['entry']): ExpectForm => ({
  scope: read('scope') === 'run' || !canBeExpected(kind) ? 'run' : 'recorded',
  change: read('change') === 'any' ? 'any' : 'exact',
  note: read('note').trim(),
});

/** Form that marks a finding as expected: how long, and which values; shows what it covers before it is saved. */
export const expectForm: Page<BelowServices> = {
  method: 'GET',
  path: '/report/{planId}/findings/{finding}/expect',
  scope: 'write',

  async answer(request, services) {
    const context = await findingContext(request, services);
    if (context === undefined) return { html: problemPage('not-found', request), status: 404 };
    const form = formOf((name) => request.query.get(name) ?? '', context.row.entry);
    return { html: await expectView(request, context, form, services) };
  },
};

/** Marks the finding as expected, in this run or until production records it. */
export const saveExpected: Page<BelowServices> = {
  method: 'POST',
  path: '/report/{planId}/findings/{finding}/expect',
  scope: 'write',
  audits: 'expectation.added',

  async answer(request, services) {
    const context = await findingContext(request, services);
    if (context === undefined) return { html: problemPage('not-found', request), status: 404 };
    const { run, row } = context;
    const { planId, appId } = run.plan;
    const form = formOf((name) => textOf(request.form, name), row.entry);
    if (textOf(request.form, 'do') === 'preview') return { html: await expectView(request, context, form, services) };
    if (form.scope === 'run') {
      const body = { ...findingOf(row), comment: form.note || null };
      const answer = await request.ask('POST', '/api/replays/{planId}/marks', { params: { planId }, body });
      const refused = refusalOf(answer);
      if (refused !== null) return { html: await expectView(request, context, form, services, refused), status: 422 };
      const parsed = v.safeParse(v.object({ markedAt: v.string() }), answer.body);
      const markedAt = parsed.success ? parsed.output.markedAt : '';
      return {
        location: `${withQuery(reportPath(planId), { done: 'expected', expected: row.id, markedAt })}#f-${row.id}`,
      };
    }
    const answer = await request.ask('POST', '/api/apps/{appId}/expectations', {
      params: { appId },
      body: expectationOf(planId, row, form),
    });
    const refused = refusalOf(answer);
    if (refused !== null) return { html: await expectView(request, context, form, services, refused), status: 422 };
    const made = v.safeParse(v.object({ items: v.array(v.object({ createdAt: v.string() })) }), answer.body);
    const at = made.success ? made.output.items[0]?.createdAt : undefined;
    return { location: withQuery(reportPath(planId), { done: 'lasting', at }) };
  },
};

const findingOf = ({ entry: { kind, subjects, interfaces } }: FindingRow) => ({
  kind,
  subject: subjects[0] ?? '',
  operations: interfaces.map(({ operationName }) => operationName),
});

const expectationOf = (planId: string, row: FindingRow, { change, note }: ExpectForm) => ({
  planId,
  finding: findingOf(row),
  change,
  ...(note !== '' && { note }),
});

/** What the chosen answers would cover; null where they are refused, or where nothing lasts. */
async function previewOf(
  request: PageRequest,
  { run, row }: FindingContext,
  form: ExpectForm,
): Promise<{ preview: ExpectedPreview | null; refused: string | null }> {
  if (form.scope === 'run') return { preview: null, refused: null };
  const { planId, appId } = run.plan;
  const answer = await request.ask('POST', '/api/apps/{appId}/expectations/preview', {
    params: { appId },
    body: expectationOf(planId, row, form),
  });
  const parsed = v.safeParse(ExpectedPreviewAnswer, answer.body);
  return parsed.success ? { preview: parsed.output, refused: null } : { preview: null, refused: refusalOf(answer) };
}

async function expectView(
  request: PageRequest,
  context: FindingContext,
  form: ExpectForm,
  services: BelowServices,
  error: string | null = null,
): Promise<Html> {
  const { run, row } = context;
  const { planId } = run.plan;
  const { kind, affectedRequests } = row.entry;
  const { preview, refused } =
    error === null ? await previewOf(request, context, form) : { preview: null, refused: null };
  const isEnabled = canBeExpected(kind);
  const title = 'Mark as expected';
  const asked = dialog({
    request,
    title,
    about: aboutFinding(row),
    action: `${findingPath(planId, row.id)}/expect`,
    body: html`<div class="pad stack">${notice(error, 'bad')}
<fieldset><legend>Holds</legend><div class="choices two">${isEnabled && choice('scope', 'recorded', form.scope, 'Until production records it', 'Later runs expect it too. Ends automatically')}${choice('scope', 'run', form.scope, 'In this run only', 'The next run asks again')}</div>${!isEnabled && html`<p class="small muted">${KIND_LABELS[kind].en} says nothing about the build, so later runs cannot expect it</p>`}</fieldset>
${isEnabled && html`<fieldset><legend>Allows</legend><div class="choices two">${choice('change', 'exact', form.change, 'Exactly this change', exactText(preview))}${choice('change', 'any', form.change, 'Any value in this field', 'A wrong value would pass as well')}</div></fieldset>`}
${field({ name: 'note', label: 'Note', value: form.note, maxlength: 2000 })}${refused !== null && notice(refused, 'bad')}${form.scope === 'run' && html`<p class="small">${counted(affectedRequests, 'request')} of this run would count as expected. The verdict and the stored counts stay.</p>`}</div>
${preview !== null && expectedPreview(preview, { affectedRequests, now: services.now() })}`,
    submit: html`<button class="primary">${title}</button>`,
    cancel: { href: `${reportPath(planId)}#f-${row.id}` },
    foot: html`<button class="push" name="do" value="preview">Preview again</button>`,
  });
  return findingsBelow(request, services, run, { title, dialog: asked });
}

const choice = (name: string, value: string, chosen: string, title: string, text: string | Html): Html =>
  html`<label><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}><span>${title}<small>${text}</small></span></label>`;

/** What exactly the change is, once the preview has found it. */
const exactText = (preview: ExpectedPreview | null): Html => {
  const changes = Map.groupBy(preview?.items ?? [], ({ exactly }) => exactly);
  const [[only] = []] = changes.values();
  return changes.size === 1 && only && only.exactly !== null
    ? html`${exactChange(only, { room: 60 })}${only.values?.isPart && ', whatever surrounds it'}`
    : html`The values of this run, or the change that they have in common`;
};

const aboutFinding = ({ group, entry, pairs }: FindingRow): Html => {
  const { kind, subjects, interfaces, affectedRequests } = entry;
  const [endpoint] = interfaces;
  return html`<p class="small">${icon(SEVERITY[group].icon, SEVERITY[group].tone)} <span class="hidden">${SEVERITY[group].text}:</span> ${KIND_LABELS[kind].en} <code>${short(fieldText(kind, subjects[0] ?? ''), 120, 'ltr')}</code>${subjects.length > 1 && ` and ${counted(subjects.length - 1, 'other field')}`}${endpoint && html` in ${shownEndpoint({ ...endpoint, method: endpoint.methods?.length === 1 ? (endpoint.methods[0] ?? null) : null })}`}${interfaces.length > 1 && ` and ${counted(interfaces.length - 1, 'other endpoint')}`}, ${counted(affectedRequests, 'request')}</p>${pairs[0] && findingChange(kind, pairs[0])}`;
};
