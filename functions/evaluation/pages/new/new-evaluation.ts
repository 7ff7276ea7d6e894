import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { EvaluationUses } from '../../composition.ts';
import { buildLabels } from '../../domain/choices/build-labels.ts';
import { decidedBuilds } from '../../domain/choices/decided-builds.ts';
import { GatePolicy } from '../../domain/gates/gate-policy.ts';
import { earlierBuilds } from '../../service/earlier-builds.ts';
import { NEW_EVALUATION, workflowPath } from '../evaluation-links.ts';
import { startVersion } from '../versions/start-version.ts';
import { applicationFacts } from './application-facts.ts';
import { buildsPanel } from './builds-panel.ts';
import { CHOICE_LABELS } from './choice-labels.ts';
import { type ApplicationFacts, choicesView } from './choices-view.ts';
import { createVersion } from './create-version.ts';
import { initialForm } from './initial-form.ts';
import { type ParsedChoices, parseChoices } from './parse-choices.ts';

type Services = EvaluationUses<
  'workflowVersions',
  'plans' | 'findings' | 'results' | 'recordings' | 'applications' | 'targets' | 'egress' | 'newId'
>;

/** The form that gates an application: application, build, where it runs, and rules (evaluation 3.5 to 3.7). */
export const newEvaluation: Page<Services> = {
  method: 'GET',
  path: NEW_EVALUATION,
  scope: 'eval:run',

  async answer(request, services) {
    const apps = await services.recordings.apps();
    return { html: await view(request, services, { apps, form: await initialForm(request, apps, services) }) };
  },
};

/** Creates the workflow version of the choices and runs it; `do=create` only creates it, and `do=preview` neither. */
export const createEvaluation: Page<Services> = {
  method: 'POST',
  path: NEW_EVALUATION,
  scope: 'eval:run',

  async answer(request, services) {
    const { form } = request;
    const apps = await services.recordings.apps();
    const facts = await applicationFacts(form, services);
    const parsed = parseChoices(form, { apps, builds: facts.builds });
    const action = textOf(form, 'do');
    const again = async (errors: FieldErrors, status: number) => ({
      html: await view(request, services, { apps, form, facts, parsed, errors }),
      status,
    });
    if (action === 'preview') return again(parsed.errors, 200);
    if (parsed.choices === null) return again(parsed.errors, 422);
    const isRun = action !== 'create';
    const refused = isRun ? TARGET_REFUSED[facts.target] : undefined;
    if (refused !== undefined) return again({ target: refused }, 422);
    const created = await createVersion(request, parsed.choices);
    if (!created.ok) return again(created.errors, 422);
    if (!isRun || !created.runnable) return { location: `${workflowPath(created.digest)}?done=created` };
    const started = await startVersion(
      request,
      {
        workflow_version_digest: created.digest,
        labels: { ...buildLabels(parsed.choices), ...parsed.labels },
        baseline_run_id: null,
        key: textOf(form, 'key'),
      },
      CHOICE_LABELS,
    );
    if (!started.ok) return again(started.errors, 422);
    return { location: `${evaluationRunPath(started.runId)}?done=started` };
  },
};

/** Why a run would fail before it sends anything. */
const TARGET_REFUSED: Partial<Record<ApplicationFacts['target'], string>> = {
  denied: 'The egress policy of this service does not let it send to this address.',
  'not-allowed': 'An administrator has to allow this target before a run.',
};

interface Shown {
  apps: readonly string[];
  form: FormData;
  facts?: ApplicationFacts;
  parsed?: ParsedChoices;
  errors?: FieldErrors;
}

async function view(
  request: PageRequest,
  services: Services,
  { apps, form, errors = {}, ...known }: Shown,
): Promise<Html> {
  const facts = known.facts ?? (await applicationFacts(form, services));
  const { policy } = known.parsed ?? parseChoices(form, { apps, builds: facts.builds });
  const rules = policy === null ? null : v.parse(GatePolicy, policy);
  const readsCalls = JSON.stringify(policy).includes('mock_misses');
  const builds = await earlierBuilds(textOf(form, 'app'), { readsCalls }, services);
  const decisions =
    rules &&
    decidedBuilds(
      rules,
      builds.map(({ measured }) => measured),
    );
  return choicesView({
    request,
    form,
    errors,
    apps,
    facts,
    panel: buildsPanel(builds, decisions),
    key: textOf(form, 'key') || `console ${services.newId()}`,
  });
}
