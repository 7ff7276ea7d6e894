import * as v from 'valibot';
import type { BodyRule } from '../../../platform/http/api.ts';
import { problemOf } from '../../../platform/http/problem.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { runIdOf } from '../../../replay/domain/attempt-id.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationServices, EvaluationUses } from '../../composition.ts';
import { digestOfBytes } from '../../domain/canonical-json.ts';
import { hostUploadRefusal } from '../../hosts/api/host-uploads.ts';
import { AnnouncedBytes, type ArtifactRequest, readArtifact } from './artifact-body.ts';
import { artifactView, shownTime } from './artifact-view.ts';
import { artifactDocs } from './artifacts.doc.ts';

/** 1 MiB of content, in base64 and with its metadata (evaluation 5.1). */
const ARTIFACT_BODY: BodyRule = { ...EVALUATION_BODY, maxBytes: 1.5 * 1024 * 1024 };

/** Commits an artifact sent inline, or returns an upload URL for a larger one (evaluation 3.5). */
export const createArtifact = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/artifacts',
  scope: 'eval:run',
  hosts: true,
  body: ARTIFACT_BODY,
  grows: true,
  // An upload is announced with its size; its bytes go elsewhere.
  storedBytes: ({ body, bytes }) => (v.is(AnnouncedBytes, body.size_bytes) ? body.size_bytes : bytes.byteLength),
  doc: artifactDocs.createArtifact,

  async answer(request, { evaluation }: EvaluationUses<'artifacts' | 'runs' | 'leases' | 'workflowVersions'>) {
    const { artifacts, runs } = evaluation;
    const read = readArtifact(request);
    if (!read.ok) return problemOf(read, read.errors.length > 0 ? { errors: read.errors } : {});
    const named = await namedRun(read.value, runs);
    if (!named.ok) return problemOf(named);
    const { host } = request.caller;
    const refused = host && (await hostUploadRefusal(host.host_id, announcedOf(read.value), evaluation));
    if (refused) return problemOf(refused);
    const { bytes, digest, size_bytes, ...facts } = { ...read.value, ...named.value };

    const { artifact, isNew, upload } =
      bytes === null
        ? { ...(await artifacts.announce({ ...facts, digest, size_bytes })), isNew: true }
        : { ...(await artifacts.keep({ ...facts, bytes })), upload: null };
    const isCreated = upload !== null || (bytes !== null && isNew);
    return {
      status: isCreated ? 201 : 200,
      ...(isCreated && { headers: { location: `/api/v1/eval/artifacts/${artifact.digest}` } }),
      body: {
        ...artifactView(artifact),
        ...(upload && {
          upload: {
            url: upload.url,
            method: 'PUT' as const,
            headers: upload.headers,
            expires_at: shownTime(upload.expiresAt),
          },
        }),
      },
    };
  },
});

const announcedOf = (announced: ArtifactRequest) => ({
  kind: announced.kind,
  attempt_id: announced.attempt_id,
  ...(announced.bytes === null
    ? { digest: announced.digest, size_bytes: announced.size_bytes }
    : { digest: digestOfBytes(announced.bytes), size_bytes: announced.bytes.byteLength }),
});

/** The run and attempt that the artifact names. Both must belong to this tenant, and the attempt to the run. */
async function namedRun(
  { workflow_run_id, attempt_id }: ArtifactRequest,
  runs: Pick<EvaluationServices['evaluation']['runs'], 'find' | 'attempt'>,
): Promise<Result<Pick<ArtifactRequest, 'workflow_run_id'>, 'inconsistent_target' | 'target_not_found'>> {
  const runId = attempt_id === undefined ? workflow_run_id : runIdOf(attempt_id);
  if (runId === undefined) return accept({});
  if (workflow_run_id !== undefined && workflow_run_id !== runId)
    return refuse('inconsistent_target', 'attempt_id is not an attempt of workflow_run_id');
  const target = attempt_id === undefined ? await runs.find(runId) : await runs.attempt(attempt_id);
  return target ? accept({ workflow_run_id: runId }) : refuse('target_not_found', 'there is no such run or attempt');
}
