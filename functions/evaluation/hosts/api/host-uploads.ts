import { type Refusal, refuse } from '../../../platform/result.ts';
import type { EvaluationUses } from '../../composition.ts';
import type { Artifact, ArtifactKind } from '../../domain/artifacts/artifact.ts';

/** Artifact kinds that a host may upload. The inputs of an attempt come from elsewhere. */
const HOST_KINDS: readonly ArtifactKind[] = ['native_result', 'log', 'trace', 'usage', 'evidence'];

/** Default of an environment without `max_result_mb` (evaluation 4). */
const DEFAULT_MAX_RESULT_MB = 50;

/**
 * Why a host may not upload these bytes, or null (evaluation 3.2, 3.11). They must belong to an attempt that the host
 * holds and be of a kind that attempts produce. Their total must not exceed the environment's max_result_mb.
 */
export async function hostUploadRefusal(
  hostId: string,
  {
    kind,
    attempt_id,
    digest,
    size_bytes,
  }: Pick<Artifact, 'kind' | 'digest' | 'size_bytes'> & { attempt_id?: string | undefined },
  {
    artifacts,
    leases,
    runs,
    workflowVersions,
  }: EvaluationUses<'artifacts' | 'leases' | 'runs' | 'workflowVersions'>['evaluation'],
): Promise<Refusal<'forbidden' | 'lease_lost' | 'payload_too_large'> | null> {
  if (attempt_id === undefined || !HOST_KINDS.includes(kind))
    return refuse(
      'forbidden',
      'a host can upload only results, logs, traces, usage and evidence of an attempt that it names',
    );
  const held = await leases.held(attempt_id, hostId);
  if (!held.ok) return held;
  const { workflow_run_id } = held.value;
  const run = await runs.find(workflow_run_id);
  const workflow = run && (await workflowVersions.find(run.workflow_version_digest));
  const manifests = workflow && (await workflowVersions.manifests(workflow.workflow_version));
  const maxMb = manifests?.environment?.limits.max_result_mb ?? DEFAULT_MAX_RESULT_MB;

  let total = size_bytes;
  let after: string | null = null;
  do {
    const page = await artifacts.ofRun(workflow_run_id, { limit: 100, after });
    for (const one of page.items) if (one.attempt_id === attempt_id && one.digest !== digest) total += one.size_bytes;
    after = page.next;
  } while (after !== null);
  return total > maxMb * 1024 * 1024
    ? refuse('payload_too_large', 'the artifacts of this attempt are larger than max_result_mb of the environment')
    : null;
}
