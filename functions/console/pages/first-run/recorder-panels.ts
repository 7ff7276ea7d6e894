import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { copyBlock } from '../../../platform/pages-shell/copy-block.ts';
import { csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { agentCommand, downstreamCommand, proxyCommand, type RecorderLocation } from './recorder-commands.ts';

/** How to record with a proxy in front of the application. */
export const recordThroughProxy = (request: PageRequest, location: RecorderLocation, appId: string | null): Html =>
  html`<section class="panel pad stack" aria-labelledby="proxy"><h3 id="proxy">${icon('terminal')} Put a proxy in front</h3>
<p class="small muted">No code change. Requests pass through and are recorded; credentials are sealed first. Run this in the folder of this service.</p>
${keyOf(request, location, appId)}
${copyBlock(proxyCommand(location))}
<p class="small">Then use <code>http://localhost:8080</code> instead of port 3000. If pages lead back to port 3000, add <code>--keep-host</code>.</p>
<details class="small"><summary>Record downstream calls too</summary>${copyBlock(downstreamCommand(location))}
<p>Point your application at <code>http://localhost:8091/inventory</code>.</p></details></section>`;

/** How to record inside the application. */
export const recordInService = (location: RecorderLocation): Html =>
  html`<section class="panel pad stack" aria-labelledby="agent"><h3 id="agent">${icon('code')} Record in your service</h3>
<p class="small muted">For Node.js: the agent records requests with their downstream calls and sends them in the background. <code>npm run build:agent</code> writes it to <code>dist/agent</code>.</p>
${copyBlock(agentCommand(location))}
<p class="small muted">For Java, use the AREX agent. Any other recorder posts to <code>/api/recorder/cases</code> (<a href="/openapi">API reference</a>).</p></section>`;

/** A fresh key of scope record in the commands, or the button that creates it. */
function keyOf(request: PageRequest, { key }: RecorderLocation, appId: string | null): Html | null {
  if (key !== null)
    return html`<div class="notice good" role="status">The commands contain a new API key. It is shown only now.</div>`;
  if (!request.may('admin')) return html`<p class="small">An administrator creates the API key.</p>`;
  return html`<div><form class="inline" method="post" action="/console/first-run/key">${csrfField(request)}${
    appId !== null && html`<input type="hidden" name="appId" value="${appId}">`
  }<button class="tiny">${icon('key')} Create an API key for these commands</button></form></div>`;
}
