import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { time } from '../../../platform/pages-shell/list-parts.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { type CalledService, calledServices } from '../../domain/calls/called-service.ts';
import type { LastRunMisses, RecordedCalls } from '../../domain/calls/recorded-calls.ts';
import { MASK } from '../../domain/masked-headers.ts';
import type { SettingsView } from '../settings-view.ts';

const COLUMNS = html`<th scope="col">Service</th><th scope="col" class="number">Recorded calls</th><th scope="col">Without a recorded answer</th><th scope="col">Unanswered in the last run</th><th scope="col"><span class="hidden">Actions</span></th>`;

/** The services that the application calls: how often, and what happens to a call that no recorded call answers. */
export function calledServicesPanel(
  { request, settings }: SettingsView,
  action: string,
  recorded: RecordedCalls,
  misses: LastRunMisses | null,
): Html {
  const services = calledServices(settings.mocks, recorded, misses);
  const table = html`<div class="scroll" tabindex="0" role="group" aria-label="Services that the application calls"><table class="cards"><caption class="hidden">Services that the application calls</caption><thead><tr>${COLUMNS}</tr></thead><tbody>${services.map((one) => row(request, action, one, misses))}</tbody></table></div>`;
  return html`<section class="panel" aria-labelledby="called"><div class="panel-head"><h2 id="called">Called services <span class="count">${count(services.length)}</span></h2></div>
${services.length === 0 ? html`<p class="empty">No recording has calls to other services</p>` : table}${uncounted(recorded)}</section>`;
}

function row(
  request: PageRequest,
  action: string,
  { service, calls, onMiss, byDefault, missed }: CalledService,
  misses: LastRunMisses | null,
): Html {
  const shownMisses =
    missed === null || misses === null
      ? html`<span class="muted">–</span>`
      : missed === 0
        ? '0'
        : html`<a href="/report/${misses.planId}">${count(missed)}</a>`;
  // The settings need the whole name, and only a part of this one is known.
  const change = html`<a href="${action}?${new URLSearchParams({ service })}#service">Change…<span class="hidden"> ${visible(service)}</span></a>`;
  return html`<tr><th scope="row"><code>${visible(service)}</code></th><td class="number" data-label="Recorded calls">${count(calls)}</td><td class="wide" data-label="Without an answer"><span>${byDefault === null ? onMiss : html`<span class="changed">${onMiss}, default ${byDefault}</span>`}</span></td><td data-label="Unanswered">${shownMisses}</td><td class="actions">${request.may('write') && !service.includes(MASK) && change}</td></tr>
`;
}

/** Says which recordings the counts do not have. */
function uncounted({ since, uncountedPins }: RecordedCalls): Html | false {
  if (since === null && uncountedPins === 0) return false;
  return html`<div class="panel-foot"><p class="small muted">${since !== null && html`Recordings that came in before ${time(since)} are not counted. `}${uncountedPins > 0 && html`Of those pinned by an earlier version, at most ${counted(uncountedPins, 'recording')} are not counted.`}</p></div>`;
}
