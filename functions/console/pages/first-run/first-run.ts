import { html } from 'hono/html';
import { hasLocalLogin, localLoginHint } from '../../../login/pages/parts/local-login-hint.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { serviceAddress } from '../../../platform/http/pages/service-address.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { copyBlock } from '../../../platform/pages-shell/copy-block.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { firstSteps } from '../../../recordings/pages/parts/first-steps.ts';
import { uploadForm } from '../../../recordings/pages/parts/import-form.ts';
import type { ConsoleServices } from '../../composition.ts';
import { type RecorderLocation, triggerCommand } from './recorder-commands.ts';
import { recordInService, recordThroughProxy } from './recorder-panels.ts';
import { sampleOffer } from './sample.ts';

/** The heading of the page. */
export const FIRST_RUN_TITLE = 'Record your first traffic';

/** What stands below it. */
export const FIRST_RUN_FACTS: readonly Html[] = [
  html`Three steps to a release decision. The first one takes a minute.`,
];

/** The application that commands name before there is one. */
const FIRST_APP = 'shop';

export interface FirstRunOptions {
  /** The application without recordings; null if the service has no application. */
  appId?: string | null;
  /** An API key that was created a moment ago. */
  key?: string | null;
}

/** What to do where nothing is recorded yet: three ways to record, and what follows (interface 13). */
export async function firstRun(
  request: PageRequest,
  services: Pick<ConsoleServices, 'config' | 'sampleShop'>,
  { appId = null, key = null }: FirstRunOptions = {},
): Promise<Html> {
  const location: RecorderLocation = {
    service: serviceAddress(request, services.config),
    appId: appId ?? FIRST_APP,
    key,
  };
  const here = appId === null ? '/console' : applicationPath(appId);
  return html`${firstSteps(1)}
${appId === null && sampleOffer(request, services)}
${request.may('record') ? waysToRecord(request, location, appId) : loginFirst(services, here)}
${request.may('record') && waiting(here)}
<div class="columns"><section class="panel pad stack" aria-labelledby="replay"><h2 class="numbered" id="replay"><span class="step">2</span> Replay against a new build</h2>
<p class="small muted">From this console, from CI or from your shell. Exit code 0 means clean.</p>${copyBlock(triggerCommand(location))}</section>
<section class="panel pad stack" aria-labelledby="decide"><h2 class="numbered" id="decide"><span class="step">3</span> Read the decision</h2>
<ul class="stack small"><li>${badge('Clean', 'good')} Release.</li>
<li>${badge('To review', 'warn')} Nothing looks broken. Look once, then release.</li>
<li>${badge('Needs action', 'bad')} Fix the build, or mark the change as expected.</li></ul></section></div>`;
}

const waysToRecord = (request: PageRequest, location: RecorderLocation, appId: string | null): Html =>
  html`<h2 class="numbered"><span class="step">1</span> Choose a way to record</h2>
<div class="columns"><section class="panel pad stack" aria-labelledby="upload-a-file"><h3 id="upload-a-file">${icon('upload')} Upload a file</h3>
<p class="small muted">In the browser: open the network tab, log in to your application, use it, and save as HAR, in Chrome with sensitive data. Credentials are sealed.</p>
${uploadForm({ request, action: appId === null ? '/console/import' : `${applicationPath(appId)}/import`, appId })}</section>
${recordThroughProxy(request, location, appId)}
${recordInService(location)}</div>`;

/** Looks again every few seconds, and leads to the next step once there is a recording. */
const waiting = (here: string): Html =>
  html`<div class="panel pad block" role="status" id="first-recording" data-live="${here}" data-every="5" data-then="/console/first-run/next">${icon('clock')} <strong>Waiting for the first recording.</strong> <span class="muted">This page continues when it arrives.</span> <a href="/console/first-run/next">Check now</a></div>`;

const loginFirst = (services: Pick<ConsoleServices, 'config'>, next: string): Html =>
  html`<section class="hint sample" aria-labelledby="log-in">${icon('key')}<p><strong id="log-in">You are looking around as a reader.</strong> Recording needs a user who may change things.${hasLocalLogin(services) && html` ${localLoginHint}`}</p><a class="button primary" href="/console/login?${new URLSearchParams({ next })}">Log in</a></section>`;
