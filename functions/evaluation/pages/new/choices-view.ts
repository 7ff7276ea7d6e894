import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import { choice, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { shortCommit } from '../../../replay/domain/run-build.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { NEW_EVALUATION } from '../evaluation-links.ts';
import { CHOICE_LABELS } from './choice-labels.ts';
import type { KnownBuild } from './known-builds.ts';
import { moreChoices } from './more-choices.ts';
import { ruleChoices } from './rule-choices.ts';
import { type TargetState, targetHint } from './target-hint.ts';

/** What is known of the chosen application. */
export interface ApplicationFacts {
  recordings: number;
  endpoints: number;
  builds: readonly KnownBuild[];
  targets: readonly string[];
  target: TargetState;
  hasRunningBuild: boolean;
  /** Requests of the last finished run. Null before the first. */
  requests: number | null;
}

export interface ChoicesViewOptions {
  request: PageRequest;
  form: FormData;
  errors: FieldErrors;
  apps: readonly string[];
  facts: ApplicationFacts;
  /** The last builds by these rules. */
  panel: Html;
  /** Makes a form that is sent twice create one run. */
  key: string;
}

/** Parts of the page that follow the form while it is filled in. */
const FOLLOWING = 'app-hint build-hint build-list target-hint target-list rate-hint would';

/** The form of four choices, and what its rules would have decided about the last builds. */
export function choicesView({ request, form, errors, apps, facts, panel, key }: ChoicesViewOptions): Html {
  const value = (name: string) => textOf(form, name);
  return evaluationLayout({
    title: 'Gate an application',
    request,
    body: html`<div class="beside form"><form class="panel rule-form" method="post" action="${NEW_EVALUATION}" data-follows="${FOLLOWING}" aria-labelledby="choices">${csrfField(request)}<input type="hidden" name="key" value="${key}"><div class="panel-head"><h2 id="choices">Four choices</h2></div>
<div class="pad stack">${notice(errors.form, 'bad')}<div class="field-row">${choice({
      name: 'app',
      label: CHOICE_LABELS.app,
      value: value('app'),
      options: apps.map((appId) => [appId, appId] as const),
      hint: `${counted(facts.recordings, 'recording')}, ${counted(facts.endpoints, 'endpoint')}`,
      error: errors.app ?? null,
    })}
${field({
  name: 'build',
  label: CHOICE_LABELS.build,
  required: true,
  value: value('build'),
  list: facts.builds.map(({ name, build }) => ({ value: name, text: build.title ?? build.branch ?? name })),
  hint: buildHint(facts.builds.find(({ name }) => name === value('build'))),
  error: errors.build ?? null,
})}</div>
${field({
  name: 'target',
  label: CHOICE_LABELS.target,
  type: 'url',
  required: true,
  value: value('target'),
  placeholder: 'https://staging.example.com',
  list: facts.targets,
  hint: targetHint(facts.target, value('app')),
  error: errors.target ?? null,
})}
${ruleChoices({ form, errors, ...facts })}
${moreChoices(form, errors)}</div>
<div class="panel-foot row"><button class="primary">Create and run</button><button name="do" value="create">Create only</button><noscript><button name="do" value="preview">Preview</button></noscript></div></form>
${panel}</div>
<p class="small muted">Manifests of your own are pinned by their digests: <a href="${EVALUATIONS}/resolve">pin a workflow version</a></p>`,
  });
}

/** What an earlier run says of a build. */
function buildHint(known: KnownBuild | undefined): Html | string {
  if (known === undefined) return 'Its name, as your pipeline says it';
  const { title, branch, commit } = known.build;
  const texts = [title ?? branch, title !== undefined && branch].filter((one) => one !== undefined && one !== false);
  return html`${texts.map((text, index) => html`${index > 0 && ', '}${short(text)}`)}${commit !== undefined && html`${texts.length > 0 && ', '}<code>${visible(shortCommit(commit))}</code>`}`;
}
