import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import { csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { COMPONENT_NAMES, type ComponentName } from '../../domain/workflows/pins.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { workflowPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { type KnownDigest, knownManifests } from '../gates/gate-policies.ts';
import { refusedFields } from '../refused-fields.ts';
import { COMPONENT_LABELS } from './workflow-sections.ts';

const PATH = `${EVALUATIONS}/resolve`;

const HINTS: Readonly<Record<ComponentName, string>> = {
  framework_definition: 'What is evaluated: the application and which of its recordings.',
  runner: 'The runner that evaluates it.',
  subject: 'The build under test.',
  environment: 'Where the build runs, and the limits of a run.',
  gate_policy: 'The rules that decide about the release.',
};

/** Form that pins a workflow version (evaluation 3.6). */
export const resolvePage: Page = {
  method: 'GET',
  path: PATH,
  scope: 'eval:run',
  answer: async (request) => ({ html: await view(request, {}) }),
};

const Resolved = v.object({ workflow_version_digest: v.string() });

/** Pins a workflow version and redirects to it. */
export const resolveForm: Page = {
  method: 'POST',
  path: PATH,
  scope: 'eval:run',

  async answer(request) {
    const pin = (name: ComponentName) => textOf(request.form, name) || undefined;
    const answer = await request.ask('POST', '/api/v1/eval/resolve', {
      body: {
        framework_definition: { digest: pin('framework_definition') },
        runner: { version: pin('runner') },
        subject: { version: pin('subject') },
        environment: { version: pin('environment') },
        gate_policy: { version: pin('gate_policy') },
      },
    });
    const resolved = v.safeParse(Resolved, answer.body);
    if (resolved.success) return { location: workflowPath(resolved.output.workflow_version_digest) };
    return { html: await view(request, refusedFields(answer, COMPONENT_LABELS)), status: 422 };
  },
};

const Capabilities = v.object({
  built_in_runners: v.array(v.object({ id: v.string(), runner_version: v.string() })),
});

async function view(request: PageRequest, errors: FieldErrors): Promise<Html> {
  const [known, { built_in_runners }] = await Promise.all([
    knownManifests(request),
    answered(request, Capabilities, '/api/v1/eval/capabilities'),
  ]);
  const builtIn = built_in_runners.map(({ id, runner_version }): KnownDigest => ({ value: runner_version, text: id }));
  const offered = {
    ...known,
    runner: [...builtIn, ...known.runner.filter(({ value }) => builtIn.every((one) => one.value !== value))],
  };
  const digestOf = (name: ComponentName) =>
    request.form.has(name) ? textOf(request.form, name) : name === 'runner' ? (builtIn[0]?.value ?? '') : '';
  return evaluationLayout({
    title: 'Pin a workflow version',
    request,
    tab: 'workflows',
    trail: [{ href: `${EVALUATIONS}/workflows`, text: 'Workflow versions' }],
    body: html`${notice(errors.form, 'bad')}<p>Each part is the digest of a manifest. You can also pin a manifest that is not committed yet; the version shows it. Known manifests are suggested while you type. <a href="${EVALUATIONS}/manifests/new">Commit a manifest</a></p>
<form class="panel pad" method="post" action="${PATH}">${csrfField(request)}${COMPONENT_NAMES.map((name) =>
      field({
        name,
        label: COMPONENT_LABELS[name],
        required: true,
        value: digestOf(name),
        hint: HINTS[name],
        placeholder: 'sha256:…',
        list: offered[name],
        error: errors[name] ?? null,
      }),
    )}<p><button class="primary">Pin</button></p></form>`,
  });
}
