import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page } from '../../../platform/http/pages/page-route.ts';
import { bodyView } from '../../../platform/pages-shell/body-view.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import { noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { facts, time } from '../../../platform/pages-shell/list-parts.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { isNestedDeeperThan } from '../../../platform/values/json-text.ts';
import type { Json } from '../../../platform/world.ts';
import type { EvaluationUses } from '../../composition.ts';
import { isManifestKind } from '../../domain/artifacts/artifact.ts';
import { ArtifactAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { runLink } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';

const PATH = '/api/v1/eval/artifacts/{digest}';

/** Flash message by the value of the page's query parameter. */
const DONE: Readonly<Record<string, string>> = { committed: 'The manifest is committed under this digest.' };

/** JSON.stringify overflows the stack at a few thousand levels. */
const MAX_SHOWN_DEPTH = 500;

const Download = v.object({ url: v.string() });

/** Shows an artifact's metadata, its download link, and the content of a manifest (evaluation 3.5). */
export const artifactPage: Page<EvaluationUses<'artifacts'>> = {
  method: 'GET',
  path: `${EVALUATIONS}/artifacts/{digest}`,
  scope: 'eval:read',

  async answer(request, { evaluation }) {
    const { digest = '' } = request.params;
    const artifact = await answered(request, ArtifactAnswer, PATH, { params: { digest } });
    const { kind, status } = artifact;
    const isManifest = status === 'committed' && isManifestKind(kind);
    const [download, value] = await Promise.all([
      status === 'committed' ? answered(request, Download, `${PATH}/download`, { params: { digest } }) : null,
      // No endpoint returns the value: clients fetch the bytes.
      isManifest ? evaluation.artifacts.jsonOf(digest) : undefined,
    ]);
    return {
      html: evaluationLayout({
        title: 'Artifact',
        request,
        tab: 'workflows',
        body: html`${noticeOf(DONE, request.query)}${facts([
          ['Digest', html`<code>${digest}</code>`],
          ['Kind', html`<code>${kind}</code>`],
          ['Type', artifact.media_type],
          ['Bytes', count(artifact.size_bytes)],
          ['State', status],
          ['Run', artifact.workflow_run_id && runLink(artifact.workflow_run_id)],
          ['Role', artifact.role],
          ['Created', time(artifact.created_at)],
          ['Kept until', time(artifact.retention_until)],
        ])}
${download && html`<p><a href="${download.url}">Download</a> <span class="muted">The link works for 15 minutes, for anyone who has it.</span></p>`}
${value !== undefined && html`<h2>Content</h2>${manifestView(value, download?.url ?? null)}`}`,
      }),
    };
  },
};

const manifestView = (value: Json, whole: string | null): Html =>
  isNestedDeeperThan(MAX_SHOWN_DEPTH, value)
    ? html`<p class="empty">Too deeply nested to be shown: more than ${MAX_SHOWN_DEPTH} levels.</p>`
    : bodyView({ body: JSON.stringify(value), bodyEncoding: 'utf8' }, whole);
