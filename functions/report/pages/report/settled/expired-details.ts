import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import type { ReportedRun } from '../report-layout.ts';
import { runFacts } from '../run-facts.ts';

/** What is left of a run whose details have expired. */
export const expiredDetails = (run: ReportedRun): Html =>
  html`<p class="panel empty">The details of this run have expired</p>${runFacts(run, null)}`;
