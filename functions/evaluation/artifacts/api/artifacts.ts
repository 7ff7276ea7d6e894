import * as v from 'valibot';
import { Digest } from '../../../platform/digest.ts';
import { type ApiRequest, ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../api/evaluation-endpoint.ts';
import { listed, pageOf } from '../../api/listed-page.ts';
import { RunId } from '../../domain/identifiers.ts';
import { hostUploadRefusal } from '../../hosts/api/host-uploads.ts';
import { artifactView, shownTime } from './artifact-view.ts';
import { commitArtifactDoc, downloadArtifactDoc, listRunArtifactsDoc, readArtifactDoc } from './artifacts.doc.ts';

const path = '/api/v1/eval/artifacts/{digest}';

/** Verifies what was uploaded and commits it (evaluation 3.5). */
export const commitArtifact = evaluationEndpoint({
  method: 'POST',
  path: `${path}/commit`,
  scope: 'eval:run',
  hosts: true,
  doc: commitArtifactDoc,

  async answer({ params, caller: { host } }, { evaluation }) {
    const { artifacts } = evaluation;
    const digest = digestIn(params);
    if (digest === null) return noArtifact();
    if (host) {
      const artifact = await artifacts.find(digest);
      if (artifact === undefined) return noArtifact();
      // Attempts may bring the same bytes: what the last one said is not to keep the others from theirs.
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

/** What is known of an artifact, also of one that is pending or whose bytes have expired (evaluation 3.5). */
export const readArtifactMetadata = evaluationEndpoint({
  method: 'GET',
  path,
  scope: 'eval:read',
  doc: readArtifactDoc,

  async answer({ params }, { evaluation: { artifacts } }) {
    const digest = digestIn(params);
    const artifact = digest === null ? undefined : await artifacts.find(digest);
    return artifact ? ok(artifactView(artifact)) : noArtifact();
  },
});

/** Where the bytes are fetched; never a redirect, with which clients would send their credentials on (evaluation 3.5). */
export const downloadArtifact = evaluationEndpoint({
  method: 'GET',
  path: `${path}/download`,
  scope: 'eval:read',
  doc: downloadArtifactDoc,

  async answer({ params }, { evaluation: { artifacts } }) {
    const digest = digestIn(params);
    if (digest === null) return noArtifact();
    const found = await artifacts.download(digest);
    if (!found.ok) return problemOf(found, found.code === 'artifact_not_committed' ? { status: 409 } : {});
    const { url, expiresAt, artifact } = found.value;
    const { size_bytes, media_type } = artifact;
    return ok({ url, method: 'GET', expires_at: shownTime(expiresAt), size_bytes, digest, media_type });
  },
});

/** Artifacts that a run names, the newest first (evaluation 3.7). */
export const listRunArtifacts = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs/{runId}/artifacts',
  scope: 'eval:read',
  doc: listRunArtifactsDoc,

  async answer(request, { evaluation: { artifacts, runs } }) {
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const runId = request.params.runId ?? '';
    if (!v.is(RunId, runId) || (await runs.find(runId)) === undefined)
      return problem('not_found', 'there is no such run');
    const { items, next } = await artifacts.ofRun(runId, page.value);
    return listed(request, { items: items.map(artifactView), next });
  },
});

/** Null for what is none, which is no artifact either (evaluation 5.2). */
function digestIn({ digest = '' }: ApiRequest['params']): Digest | null {
  return v.is(Digest, digest) ? digest : null;
}

const noArtifact = () => problem('not_found', 'there is no such artifact');
