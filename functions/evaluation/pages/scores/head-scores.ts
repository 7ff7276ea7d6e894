import { html } from 'hono/html';
import { stateBadge } from '../../../findings/pages/parts/state-badge.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { percent } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { listOf, type RunAnswer, ScoreAnswer } from '../evaluation-answers.ts';
import { answered } from '../evaluation-page.ts';

/** Scores of the run and of its last attempt, without those of its cases: by name, lowest first (evaluation 3.12). */
export async function headScores(
  request: PageRequest,
  { workflow_run_id, attempts }: Pick<RunAnswer, 'workflow_run_id' | 'attempts'>,
): Promise<ScoreAnswer[]> {
  const last = attempts.at(-1);
  const targets = [
    { target_type: 'workflow_run', target_id: workflow_run_id },
    ...(last ? [{ target_type: 'framework_attempt', target_id: last.attempt_id }] : []),
  ];
  const lists = await Promise.all(
    targets.map((query) =>
      answered(request, listOf(ScoreAnswer), '/api/v2/scores', { query: { ...query, limit: '100' } }),
    ),
  );
  return lists.flatMap(({ data }) => data.toSorted((a, b) => order(a.name, b.name) || order(a.value, b.value)));
}

const order = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const HEADLINES: readonly (readonly [name: string, label: string, shown: (value: string) => Html | string])[] = [
  ['replay.state', 'Findings', stateBadge],
  ['replay.pass_rate', 'Pass rate', (value) => percent(Number(value))],
  ['replay.total_cases', 'Requests', visible],
  ['replay.failed_cases', 'Failed', visible],
];

/** Headline scores, without those of clients. */
export const headlines = (scores: readonly ScoreAnswer[]): Html =>
  html`${HEADLINES.map(([wanted, label, shown]) => {
    const score = scores.find(({ name, origin }) => name === wanted && origin === 'trusted_host');
    return score && html`<div><dt>${label}</dt><dd>${shown(score.value)}</dd></div>`;
  })}`;
