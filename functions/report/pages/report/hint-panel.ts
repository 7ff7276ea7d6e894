import { html } from 'hono/html';
import { hintPath, hintText } from '../../../findings/domain/hints/hint-words.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import type { RunHint } from '../../../replay/domain/hint.ts';
import { casesPath } from '../report-links.ts';

/** The proven causes of a run's failures outside of the build, each with the setting that fixes it. */
export function hintPanel(
  { appId, planId }: { appId: string; planId: string },
  hints: readonly RunHint[],
  mayWrite: boolean,
): Html | null {
  if (hints.length === 0) return null;
  return html`<section class="hint" aria-label="Environment">${icon(hints.some(({ code }) => code === 'CALLS_NOT_ANSWERED') ? 'plug' : 'key')}
<div class="stack">${hints.map(
    (hint) =>
      html`<p>${hintText(hint)} <a class="button tiny" href="${hintPath(appId, hint)}">${mayWrite ? LABELS[hint.setting] : 'Show setting'}</a></p>`,
  )}</div>
<a class="quiet-link" href="${casesPath(planId)}">Show requests</a></section>`;
}

const LABELS: Readonly<Record<RunHint['setting'], string>> = {
  login: 'Set credentials',
  'login.place.always': 'Set credentials',
  'replay.headers.set': 'Set headers',
  'replay.headers.always': 'Set headers',
  'replay.headers.remove': 'Change removed headers',
  'mocks.onMiss': 'Set mocks',
  'mocks.correlation': 'Set mocks',
};
