import { html } from 'hono/html';
import type { Uncompared } from '../../../../findings/domain/findings.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { counted } from '../../../../platform/pages-shell/texts.ts';

/** Requests of a run with a running build that were not compared, and why; null if all were. */
export const uncomparedPanel = (uncompared: Uncompared | undefined): Html | null =>
  uncompared === undefined
    ? null
    : html`<section class="panel pad" aria-labelledby="uncompared"><h2 id="uncompared">Not compared</h2><ul class="small">${REASONS.map(
        ([why, text]) => uncompared[why] > 0 && html`<li>${counted(uncompared[why], 'request')}: ${text}</li>`,
      )}</ul></section>`;

const REASONS: readonly (readonly [why: keyof Uncompared, text: string])[] = [
  ['failed', 'the running build did not answer, or answered with 429 or 5xx unlike the recording'],
  ['refused', 'both builds answered 401. Set a login in the settings'],
  [
    'leftOut',
    'they change data that both builds may share, so they were left out. The setting of separate data sends them to both',
  ],
];
