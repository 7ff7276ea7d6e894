import type { Services } from '../../../platform/http/api.ts';
import { type Refusal, refuse } from '../../../platform/result.ts';
import type { Artifact, ArtifactKind } from '../../artifacts/domain/artifact.ts';

/** What a host brings of its attempt; what its attempt is made of comes from elsewhere. */
const HOST_KINDS: readonly ArtifactKind[] = ['native_result', 'log', 'trace', 'usage', 'evidence'];

/** Of an environment that says nothing (evaluation 4). */
const DEFAULT_MOST_RESULT_MB = 50;

/**
 * Why a host may not bring these bytes, or null (evaluation 3.2, 3.11): they are to be of an attempt that it holds, of a kind that attempts
 * make, and all of them together at most max_result_mb of the environment.
 */
export async function hostUploadRefusal(
  hostId: string,
  {
    kind,
    attempt_id,
    digest,
    size_bytes,
  }: Pick<Artifact, 'kind' | 'digest' | 'size_bytes'> & { attempt_id?: string | undefined },
  { artifacts, leases, runs, workflowVersions }: Services['evaluation'],
): Promise<Refusal<'forbidden' | 'lease_lost' | 'payload_too_large'> | null> {
  if (attempt_id === undefined || !HOST_KINDS.includes(kind))
    return refuse('forbidden', 'a host brings results, logs, traces, usage and evidence of an attempt that it names');
  const held = await leases.held(attempt_id, hostId);
  if (!held.ok) return held;
  const { workflow_run_id } = held.value;
  const run = await runs.find(workflow_run_id);
  const workflow = run && (await workflowVersions.find(run.workflow_version_digest));
  const manifests = workflow && (await workflowVersions.manifests(workflow.workflow_version));
  const mostMb = manifests?.environment?.limits.max_result_mb ?? DEFAULT_MOST_RESULT_MB;

  let total = size_bytes;
  let after: string | null = null;
  do {
    const page = await artifacts.ofRun(workflow_run_id, { limit: 100, after });
    for (const one of page.items) if (one.attempt_id === attempt_id && one.digest !== digest) total += one.size_bytes;
    after = page.next;
  } while (after !== null);
  return total > mostMb * 1024 * 1024
    ? refuse('payload_too_large', 'the artifacts of this attempt are larger than max_result_mb of the environment')
    : null;
}
