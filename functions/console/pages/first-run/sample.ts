import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm, csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { ConsoleServices } from '../../composition.ts';
import { loadSample } from '../../service/load-sample.ts';
import { removeSample } from '../../service/remove-sample.ts';
import { SAMPLE_APP } from '../../service/sample-shop.ts';

const PATH = '/console/sample';

/** Confirmation messages, by the query parameter of the page that shows them. */
export const SAMPLE_DONE = {
  'sample-removed': 'The sample shop is removed, with its recordings, rules and runs.',
  'sample-running': 'A run of the sample shop is in progress. Remove the shop when it has ended.',
};

/** Whether this request may load the sample; the AWS world has none. */
const mayLoad = (request: PageRequest, { sampleShop }: Pick<ConsoleServices, 'sampleShop'>): boolean =>
  sampleShop !== null && request.may('write') && request.may('record');

/** Offers the sample shop to a user without recordings. */
export const sampleOffer = (request: PageRequest, services: Pick<ConsoleServices, 'sampleShop'>): Html | false =>
  mayLoad(request, services) &&
  html`<section class="hint sample" aria-labelledby="sample">${icon('run')}<p><strong id="sample">No traffic at hand?</strong> The sample shop brings 257 recordings of 19 endpoints and a build with four bugs. You see a full report in about 10 seconds.</p><form class="inline" method="post" action="${PATH}">${csrfField(request)}<button class="primary" data-busy="Loading the sample shop…">Load the sample shop</button></form></section>`;

/** The button that removes the sample shop, below a list of applications that has it. */
export const sampleRemoval = (
  request: PageRequest,
  services: Pick<ConsoleServices, 'sampleShop'>,
  apps: readonly string[],
): Html | false =>
  apps.includes(SAMPLE_APP) &&
  mayLoad(request, services) &&
  html`<p class="block">${actionForm(request, `${PATH}/remove`, 'Remove the sample shop', {
    danger: true,
    confirm: 'Remove the sample shop with its recordings, rules and runs?',
  })}</p>`;

/** Loads the sample shop and opens the report of its next build. */
export const loadSampleShop: Page<Pick<ConsoleServices, 'sampleShop' | 'plans' | 'recordings'>> = {
  method: 'POST',
  path: PATH,
  scope: 'write',

  async answer(request, services) {
    const { sampleShop, recordings } = services;
    if (sampleShop === null || !mayLoad(request, services))
      return { html: problemPage('forbidden', request), status: 403 };
    if ((await recordings.apps()).includes(SAMPLE_APP)) return { location: applicationPath(SAMPLE_APP) };
    const planId = await loadSample(sampleShop, request.ask, services);
    return { location: planId === null ? applicationPath(SAMPLE_APP) : `/report/${planId}` };
  },
};

/** Removes the sample shop with everything that belongs to it. */
export const removeSampleShop: Page<
  Pick<ConsoleServices, 'sampleShop' | 'plans' | 'results' | 'noise' | 'recordings' | 'logRows' | 'table' | 'tenant'>
> = {
  method: 'POST',
  path: `${PATH}/remove`,
  scope: 'write',

  async answer(request, services) {
    const { sampleShop } = services;
    if (sampleShop === null || !mayLoad(request, services))
      return { html: problemPage('forbidden', request), status: 403 };
    const isRemoved = await removeSample(sampleShop, services);
    return { location: `/console?done=sample-${isRemoved ? 'removed' : 'running'}` };
  },
};
