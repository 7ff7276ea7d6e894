import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { wholeMs } from '../../platform/pages-shell/texts.ts';

/** A recorded and a replayed duration: `48 → 9 ms`; a dash where neither was measured. */
export const timeChange = (recorded: number | null, replayed: number | null): Html =>
  recorded === null && replayed === null
    ? html`<span class="muted">–</span>`
    : html`${wholeMs(recorded)} → ${wholeMs(replayed)} ms`;
