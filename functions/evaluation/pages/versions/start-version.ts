import * as v from 'valibot';
import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { refusedFields } from '../refused-fields.ts';

const Started = v.object({ workflow_run_id: v.string() });

type StartedRun = { ok: true; runId: string } | { ok: false; errors: FieldErrors };

/** What a form says of a run: `key` makes a form that is sent twice create one. */
export interface RunToStart {
  workflow_version_digest: string;
  labels: Readonly<Record<string, string>>;
  baseline_run_id: string | null;
  key: string;
}

/** Starts a run of a version. `fields`: labels of the form, for refusals that name one. */
export async function startVersion(
  { ask }: Pick<PageRequest, 'ask'>,
  { key, ...body }: RunToStart,
  fields: Readonly<Record<string, string>>,
): Promise<StartedRun> {
  const answer = await ask('POST', '/api/v1/eval/runs', { headers: { 'idempotency-key': key }, body });
  const started = v.safeParse(Started, answer.body);
  return started.success
    ? { ok: true, runId: started.output.workflow_run_id }
    : { ok: false, errors: refusedFields(answer, fields) };
}
