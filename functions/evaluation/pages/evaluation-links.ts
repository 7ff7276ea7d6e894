import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { EVALUATIONS, evaluationRunPath } from '../../platform/pages-shell/evaluation-paths.ts';
import { cutText } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';

const segment = encodeURIComponent;

/** Path of the online policies page. */
export const POLICIES = `${EVALUATIONS}/policies`;

/** Path of the form that gates an application. */
export const NEW_EVALUATION = `${EVALUATIONS}/new`;

/** Path of the federated workers page. */
export const HOSTS = `${EVALUATIONS}/hosts`;

/** Where each thing of the evaluation API is shown. */
export const workflowPath = (digest: string): string => `${EVALUATIONS}/workflows/${segment(digest)}`;
export const gatePath = (decisionId: string): string => `${EVALUATIONS}/gates/${segment(decisionId)}`;
export const policyPath = (policyId: string): string => `${POLICIES}/${segment(policyId)}`;
export const artifactPath = (digest: string): string => `${EVALUATIONS}/artifacts/${segment(digest)}`;

/** Characters of a digest shown in lists, enough to distinguish it. */
const SHOWN = 'sha256:'.length + 12;

/** Shortened digest as a text. */
export const shortDigestText = (digest: string): string => cutText(digest, SHOWN);

/** Shortened digest for lists. */
export const shortDigest = (digest: string): Html =>
  html`<code class="whole">${visible(shortDigestText(digest))}</code>`;

/** Link from a digest to its artifact. A dash if there is none. */
export const artifactLink = (digest: string | null | undefined): Html | null =>
  digest ? html`<a href="${artifactPath(digest)}">${shortDigest(digest)}</a>` : null;

/** Link to a run by its id. */
export const runLink = (runId: string): Html =>
  html`<a href="${evaluationRunPath(runId)}"><code class="whole">${visible(runId)}</code></a>`;
