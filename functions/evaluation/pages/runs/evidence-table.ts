import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { copiedDigest } from '../digest.ts';
import type { AttemptAnswer, GateAnswer, RunAnswer, ScoreAnswer } from '../evaluation-answers.ts';
import { gatePath, workflowPath } from '../evaluation-links.ts';
import { trustedNumber } from '../scores/trusted-number.ts';
import type { VersionFacts } from '../versions/version-facts.ts';
import { versionName } from '../versions/version-name.ts';
import { gateBadge } from './run-texts.ts';

export interface Evidence {
  run: RunAnswer;
  gate: GateAnswer;
  /** The newest attempt. */
  attempt: AttemptAnswer | undefined;
  scores: readonly ScoreAnswer[];
  facts: VersionFacts;
  /** Epoch ms. */
  now: number;
}

/** What a decision was made from, each with the digest of its bytes. */
export const evidenceTable = (evidence: Evidence): Html =>
  html`<table class="cards"><caption class="hidden">Evidence of the decision</caption><thead><tr><th scope="col">What</th><th scope="col">Says</th><th scope="col">Digest</th></tr></thead><tbody>${rowsOf(
    evidence,
  ).map(
    ({ what, says, digest }) =>
      html`<tr><th scope="row" class="nowrap">${what}</th><td class="wide">${says}</td><td class="wide">${copiedDigest(digest)}</td></tr>`,
  )}</tbody></table>`;

interface Row {
  what: Html;
  says: Html;
  digest: string;
}

const rowsOf = (evidence: Evidence): Row[] =>
  [reportRow(evidence), recordingsRow(evidence), versionRow(evidence), decisionRow(evidence)].filter(
    (row) => row !== null,
  );

function reportRow({ attempt, run, scores }: Evidence): Row | null {
  const digest = run.native_result_artifact;
  if (digest === null) return null;
  const total = trustedNumber(scores, 'replay.total_cases');
  const failed = trustedNumber(scores, 'replay.failed_cases');
  return {
    what: attempt?.replay ? html`<a href="/report/${attempt.replay.plan_id}">Report</a>` : html`Result`,
    says: html`${total === null ? 'What was measured' : `${counted(total, 'request')}, ${count(failed ?? 0)} failed`}`,
    digest,
  };
}

function recordingsRow({ attempt, run, scores, facts }: Evidence): Row | null {
  const digest =
    attempt?.evidence.find(({ role }) => role === 'case_manifest')?.digest ?? run.input_overrides?.case_set;
  if (!digest) return null;
  const total = trustedNumber(scores, 'replay.total_cases');
  return {
    what:
      facts.appId === null
        ? html`Recordings`
        : html`<a href="${applicationPath(facts.appId)}/recordings">Recordings</a>`,
    says: html`${total === null ? 'Each' : `${count(total)}, each`} in the version that ran`,
    digest,
  };
}

const versionRow = ({ run: { workflow_version_digest: digest }, facts }: Evidence): Row => ({
  what: html`<a href="${workflowPath(digest)}">Workflow version</a>`,
  says: html`${visible(versionName(facts) ?? 'Its manifests are unknown')}`,
  digest,
});

const decisionRow = ({ gate, now }: Evidence): Row | null =>
  gate.decision_digest === null || gate.gate_decision_id === null
    ? null
    : {
        what: html`<a href="${gatePath(gate.gate_decision_id)}">Decision</a>`,
        says: html`${gateBadge(gate)} ${relativeTime(gate.decided_at, now)}`,
        digest: gate.decision_digest,
      };
