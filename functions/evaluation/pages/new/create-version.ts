import * as v from 'valibot';
import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { chosenManifests } from '../../domain/choices/chosen-manifests.ts';
import type { VersionChoices } from '../../domain/choices/version-choices.ts';
import { BUILT_IN_RUNNER } from '../../domain/replay-regression/built-in-runner.ts';
import { refusedFields } from '../refused-fields.ts';
import { CHOICE_LABELS } from './choice-labels.ts';

const Committed = v.object({ digest: v.string() });
const Resolved = v.object({ workflow_version_digest: v.string(), runnable: v.boolean() });

type Created = { ok: true; digest: string; runnable: boolean } | { ok: false; errors: FieldErrors };

/**
 * Commits the manifests that choices describe and pins them, by the endpoints that a pipeline uses (evaluation 3.5,
 * 3.6).
 */
export async function createVersion({ ask }: Pick<PageRequest, 'ask'>, choices: VersionChoices): Promise<Created> {
  const digests: Record<string, string> = { runner: BUILT_IN_RUNNER.digest };
  for (const [kind, content] of Object.entries(chosenManifests(choices))) {
    const committed = await commit(ask, kind, content);
    if (!committed.ok) return committed;
    digests[kind] = committed.digest;
  }
  const answer = await ask('POST', '/api/v1/eval/resolve', {
    body: {
      framework_definition: { digest: digests.framework_definition },
      runner: { version: digests.runner },
      subject: { version: digests.subject },
      environment: { version: digests.environment },
      gate_policy: { version: digests.gate_policy },
    },
  });
  const resolved = v.safeParse(Resolved, answer.body);
  if (!resolved.success) return { ok: false, errors: refusedFields(answer, CHOICE_LABELS) };
  return { ok: true, digest: resolved.output.workflow_version_digest, runnable: resolved.output.runnable };
}

async function commit(
  ask: PageRequest['ask'],
  kind: string,
  content: unknown,
): Promise<{ ok: true; digest: string } | { ok: false; errors: FieldErrors }> {
  const answer = await ask('POST', '/api/v1/eval/artifacts', {
    body: { kind, media_type: 'application/json', content },
  });
  const committed = v.safeParse(Committed, answer.body);
  return committed.success
    ? { ok: true, digest: committed.output.digest }
    : { ok: false, errors: refusedFields(answer, CHOICE_LABELS) };
}
