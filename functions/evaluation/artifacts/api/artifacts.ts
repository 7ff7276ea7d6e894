import * as v from 'valibot';
import { type ApiRequest, ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { RunId } from '../../domain/identifiers.ts';
import { hostUploadRefusal } from '../../hosts/api/host-uploads.ts';
import { artifactView, shownTime } from './artifact-view.ts';
import { artifactDocs } from './artifacts.doc.ts';

const path = '/api/v1/eval/artifacts/{digest}';

/** Verifies an upload and commits it (evaluation 3.5). */
export const commitArtifact = evaluationEndpoint({
  method: 'POST',
  path: `${path}/commit`,
  scope: 'eval:run',
  hosts: true,
  doc: artifactDocs.commitArtifact,

  async answer(
    { params, caller: { host } },
    { evaluation }: EvaluationUses<'artifacts' | 'leases' | 'runs' | 'workflowVersions'>,
  ) {
    const { artifacts } = evaluation;
    const digest = digestIn(params);
    if (digest === null) return noArtifact();
    if (host) {
      const artifact = await artifacts.find(digest);
      if (artifact === undefined) return noArtifact();
      // Several attempts may upload the same bytes. The most recent announcement must not block the others.
      let refused = await hostUploadRefusal(host.host_id, artifact, evaluation);
      for await (const announced of artifacts.announcements(digest)) {
        if (!refused) break;
        if ((await hostUploadRefusal(host.host_id, announced, evaluation)) === null) refused = null;
      }
      if (refused) return problemOf(refused);
    }
    const committed = await artifacts.commit(digest);
    return committed.ok ? ok(artifactView(committed.value)) : problemOf(committed);
  },
});

/** Returns the metadata of an artifact, even if it is pending or its bytes have expired (evaluation 3.5). */
export const readArtifactMetadata = evaluationEndpoint({
  method: 'GET',
  path,
  scope: 'eval:read',
  doc: artifactDocs.readArtifact,

  async answer({ params }, { evaluation: { artifacts } }: EvaluationUses<'artifacts'>) {
    const digest = digestIn(params);
    const artifact = digest === null ? undefined : await artifacts.find(digest);
    return artifact ? ok(artifactView(artifact)) : noArtifact();
  },
});

/** Returns a download URL. It never redirects, because clients would forward their credentials (evaluation 3.5). */
export const downloadArtifact = evaluationEndpoint({
  method: 'GET',
  path: `${path}/download`,
  scope: 'eval:read',
  doc: artifactDocs.downloadArtifact,

  async answer({ params }, { evaluation: { artifacts } }: EvaluationUses<'artifacts'>) {
    const digest = digestIn(params);
    if (digest === null) return noArtifact();
    const found = await artifacts.download(digest);
    if (!found.ok) return problemOf(found, found.code === 'artifact_not_committed' ? { status: 409 } : {});
    const { url, expiresAt, artifact } = found.value;
    const { size_bytes, media_type } = artifact;
    return ok({ url, method: 'GET', expires_at: shownTime(expiresAt), size_bytes, digest, media_type });
  },
});

/** Lists the artifacts of a run, newest first (evaluation 3.7). */
export const listRunArtifacts = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs/{runId}/artifacts',
  scope: 'eval:read',
  doc: artifactDocs.listRunArtifacts,

  async answer(request, { evaluation: { artifacts, runs } }: EvaluationUses<'artifacts' | 'runs'>) {
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const runId = request.params.runId ?? '';
    if (!v.is(RunId, runId) || (await runs.find(runId)) === undefined)
      return problem('not_found', 'there is no such run');
    const { items, next } = await artifacts.ofRun(runId, page.value);
    return listPage(request, { items: items.map(artifactView), next });
  },
});

/** Null for an invalid digest, which is treated as an unknown artifact (evaluation 5.2). */
function digestIn({ digest = '' }: ApiRequest['params']): Digest | null {
  return v.is(Digest, digest) ? digest : null;
}

const noArtifact = () => problem('not_found', 'there is no such artifact');
