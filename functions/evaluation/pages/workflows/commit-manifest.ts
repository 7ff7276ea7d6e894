import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import { choice, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { COMPONENT_NAMES } from '../../domain/workflows/pins.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { artifactPath } from '../evaluation-links.ts';
import { refusedFields } from '../refused-fields.ts';
import { COMPONENT_LABELS } from './workflow-sections.ts';

const PATH = `${EVALUATIONS}/manifests/new`;
const LABELS = { kind: 'Part', content: 'Manifest' } as const;

/** Form that commits a manifest (evaluation 3.5). */
export const manifestPage: Page = {
  method: 'GET',
  path: PATH,
  scope: 'eval:run',
  answer: async (request) => ({ html: view(request, {}) }),
};

const Committed = v.object({ digest: v.string() });

/** Commits a manifest and redirects to the artifact. */
export const commitManifest: Page = {
  method: 'POST',
  path: PATH,
  scope: 'eval:run',

  async answer(request) {
    const content = textOf(request.form, 'content');
    if (!isJson(content)) return { html: view(request, { content: 'This is not JSON.' }), status: 422 };
    // Sent as typed: parsing would hide duplicate names and digits beyond a double, which the digest must reject.
    const head = JSON.stringify({ kind: textOf(request.form, 'kind'), media_type: 'application/json' });
    const answer = await request.ask('POST', '/api/v1/eval/artifacts', {
      bytes: Buffer.from(`${head.slice(0, -1)},"content":${content}}`),
    });
    const committed = v.safeParse(Committed, answer.body);
    if (committed.success) return { location: `${artifactPath(committed.output.digest)}?done=committed` };
    return { html: view(request, refusedFields(answer, LABELS)), status: 422 };
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (fault) {
    if (fault instanceof SyntaxError) return false;
    throw fault;
  }
}

const view = (request: PageRequest, errors: FieldErrors): Html =>
  evaluationLayout({
    title: 'Commit a manifest',
    request,
    tab: 'workflows',
    trail: [{ href: `${EVALUATIONS}/workflows`, text: 'Workflow versions' }],
    body: html`${notice(errors.form, 'bad')}<p>It is stored in canonical form, is identified by its digest, and never changes.</p>
<form class="panel pad" method="post" action="${PATH}">${csrfField(request)}${choice({
      name: 'kind',
      label: LABELS.kind,
      value: textOf(request.form, 'kind'),
      options: COMPONENT_NAMES.map((name) => [name, COMPONENT_LABELS[name]] as const),
      error: errors.kind ?? null,
    })}
${field({ name: 'content', label: LABELS.content, required: true, rows: 16, value: textOf(request.form, 'content'), hint: 'JSON, such as {"schema":"eval.subject/v1","kind":"service","name":"shop"}. Name secrets, never include them.', error: errors.content ?? null })}
<p><button class="primary">Commit</button></p></form>`,
  });
