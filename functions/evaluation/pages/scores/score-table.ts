import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { table, time } from '../../../platform/pages-shell/list-parts.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ScoreAnswer } from '../evaluation-answers.ts';

const TARGETS: Readonly<Record<ScoreAnswer['target_type'], string>> = {
  workflow_run: 'the run',
  framework_attempt: 'the attempt',
  trace: 'a trace',
  span: 'a span',
  session: 'a session',
};

/** Table of scores, each with whether gates read it: only those of trusted hosts (evaluation 3.12). */
export const scoreTable = (scores: readonly ScoreAnswer[], caption: string, empty: string): Html =>
  table({
    caption,
    empty,
    columns: [
      { name: 'Score' },
      { name: 'Value', as: 'number' },
      { name: 'Target' },
      { name: 'Details' },
      { name: 'Source' },
      { name: 'At', as: 'time' },
    ],
    rows: scores.map((score) => [
      html`<code>${visible(score.name)}</code>`,
      short(score.value),
      score.target_type === 'workflow_run' || score.target_type === 'framework_attempt'
        ? TARGETS[score.target_type]
        : html`${TARGETS[score.target_type]} <code>${visible(score.target_id)}</code>`,
      detailsOf(score),
      score.origin === 'trusted_host'
        ? badge('Trusted host', 'good')
        : html`${badge('Client', 'quiet')} ${score.source}, not used by gates`,
      time(score.timestamp),
    ]),
  });

const detailsOf = ({ metadata, comment }: ScoreAnswer): Html | null => {
  const details = [
    ...Object.entries(metadata).map(([name, value]) => `${name}=${value}`),
    ...(comment ? [comment] : []),
  ];
  return details.length === 0 ? null : visible(details.join(', '));
};
