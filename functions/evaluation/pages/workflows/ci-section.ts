import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { copyBlock } from '../../../platform/pages-shell/copy-block.ts';

/** How a pipeline runs a workflow version. */
export const ciSection = (digest: string): Html =>
  html`<section class="panel pad stack" aria-labelledby="cli"><h2 id="cli">Run from CI</h2><p class="small muted">Exit code 0: pass. 1: fail. 3: no decision. 2: it did not end.</p>${copyBlock(`npx replay gate --wait --workflow \\\n${digest}`, 'Copy the command')}</section>`;
