import * as v from 'valibot';
import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { runsOf } from '../../../replay/service/runs-of.ts';
import type { EvaluationUses } from '../../composition.ts';
import { choicesOfVersion } from './choices-of-version.ts';
import { formOf, USUAL_CHOICES } from './initial-choices.ts';
import { knownBuilds } from './known-builds.ts';

/** Newest runs of which the first build and target are proposed. */
const MAX_RUNS = 20;

/**
 * The form before anything is typed: `from` copies a workflow version for another build, and `app` names the
 * application. Build and target are those of its last runs.
 */
export async function initialForm(
  { query }: Pick<PageRequest, 'query'>,
  apps: readonly string[],
  services: EvaluationUses<'workflowVersions', 'plans'>,
): Promise<FormData> {
  const from = v.safeParse(Digest, query.get('from'));
  const copied = from.success ? await choicesOfVersion(from.output, services) : null;
  const app = copied?.app ?? apps.find((one) => one === query.get('app')) ?? apps[0] ?? '';
  const { runs } = app === '' ? { runs: [] } : await runsOf(services, { appId: app, limit: MAX_RUNS });
  return formOf({
    ...USUAL_CHOICES,
    target: runs[0]?.plan.targetEnv ?? '',
    ...copied,
    app,
    build: knownBuilds(runs)[0]?.name ?? '',
  });
}
