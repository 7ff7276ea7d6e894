import { html } from 'hono/html';
import type { Kind } from '../../../compare/domain/kinds.ts';
import { hintPath, hintText } from '../../../findings/domain/hints/hint-texts.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import type { RunHint } from '../../../replay/domain/hint.ts';
import { casesPath } from '../report-links.ts';

/** The kinds of findings that a refusal causes. */
const REFUSALS: readonly Kind[] = ['UNAUTHORIZED', 'FORBIDDEN'];

/**
 * The proven causes of a run's failures outside of the build, each with the setting that fixes it. `kinds` are those of
 * the run's findings.
 */
export function hintPanel(
  { appId, planId }: { appId: string; planId: string },
  hints: readonly RunHint[],
  kinds: readonly Kind[],
  mayWrite: boolean,
): Html | null {
  if (hints.length === 0) return null;
  const refusals = REFUSALS.filter((kind) => kinds.includes(kind));
  return html`<section aria-label="Environment">${hints.map((hint) => {
    const iconName = OTHER_ICONS[hint.code];
    const [kind] = iconName !== undefined || refusals.length > 1 ? [] : refusals;
    return html`<div class="hint">${icon(iconName ?? 'key')}<p>${withLead(hintText(hint))}</p><a class="button tiny" href="${hintPath(appId, hint)}">${mayWrite ? LABELS[hint.setting] : 'Show setting'}</a><a class="quiet-link" href="${casesPath(planId, kind === undefined ? {} : { kind })}">Show requests</a></div>`;
  })}</section>`;
}

/** A sentence with what happened in bold, before its cause. */
function withLead(text: string): Html {
  const at = text.indexOf(': ') + 1;
  return html`<strong>${text.slice(0, at)}</strong>${text.slice(at)}`;
}

/** Of hints that are not refusals. */
const OTHER_ICONS: Readonly<Partial<Record<RunHint['code'], 'plug' | 'clock'>>> = {
  CALLS_NOT_ANSWERED: 'plug',
  NOT_REACHED: 'plug',
  OTHER_SESSIONS_WRITE: 'clock',
};

const LABELS: Readonly<Record<RunHint['setting'], string>> = {
  login: 'Set credentials',
  'login.place.always': 'Set credentials',
  'replay.headers.set': 'Set headers',
  'replay.headers.always': 'Set headers',
  'replay.headers.remove': 'Change removed headers',
  'mocks.onMiss': 'Set mocks',
  'mocks.correlation': 'Set mocks',
  'replay.order': 'Set the order',
  targets: 'Show targets',
};
