import { html } from 'hono/html';
import { hintPath, hintText } from '../../findings/domain/hints/hint-words.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import type { RunHint } from '../../replay/domain/hint.ts';

/** The proven causes of a run's failures, each with a link to the setting that mends it. */
export const hintsSection = (appId: string, hints: readonly RunHint[]): Html | null =>
  hints.length === 0
    ? null
    : html`<ul>${hints.map((hint) => html`<li>${hintText(hint)} <a href="${hintPath(appId, hint)}">Setting ${hint.setting}</a></li>`)}</ul>`;
