import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { cutText, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { RunAnswer } from '../evaluation-answers.ts';
import { workflowPath } from '../evaluation-links.ts';
import { labelLines } from '../versions/run-labels.ts';
import type { VersionFacts } from '../versions/version-facts.ts';
import { buildName } from './build-name.ts';
import { isRunning, startedBy } from './run-rows.ts';

const MAX_TITLE = 160;

/** The name of a run: its build, or the subject of its version. */
export const runName = ({ labels }: Pick<RunAnswer, 'labels'>, { subject }: Pick<VersionFacts, 'subject'>): string =>
  cutText(buildName(labels).name ?? subject?.name ?? 'Evaluation run', MAX_TITLE);

/** Branch, commit and build, where it ran, and who started it. */
export function runFactsLine(
  run: RunAnswer,
  { environment }: Pick<VersionFacts, 'environment'>,
  now: number,
): (Html | false)[] {
  const { rest } = buildName(run.labels);
  const target = environment?.target_env;
  return [
    rest !== null && html`${icon('commit')} ${short(rest)}`,
    target !== undefined && html`${icon('target')} <code>${visible(new URL(target.trim()).host)}</code>`,
    html`${icon('clock')} <span>${relativeTime(run.created_at, now)}, by ${startedBy(run)}</span>`,
  ];
}

/** The one action beside the heading: cancel what runs, or run it again with the same labels. */
export function runActions(request: PageRequest, run: RunAnswer, key: string): Html | null {
  if (!request.may('eval:run')) return null;
  if (run.status === 'queued' || run.status === 'running')
    return actionForm(request, `${evaluationRunPath(run.workflow_run_id)}/cancel`, 'Cancel', {
      look: 'button',
      danger: true,
      confirm: 'Cancel this run? Its gate is then not decided.',
    });
  if (isRunning(run)) return null;
  return actionForm(request, `${workflowPath(run.workflow_version_digest)}/runs`, 'Run again', {
    look: 'button',
    fields: { key, labels: labelLines(run.labels) },
  });
}
