import { html } from 'hono/html';
import * as v from 'valibot';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { FindingServices } from '../../composition.ts';
import { lastFindings } from '../../service/last-findings.ts';
import { ExpectedItem } from '../parts/expected-preview.ts';
import { endedList } from './ended-list.ts';
import { expectedItem } from './expected-item.ts';

const ENDPOINT = '/api/apps/{appId}/expectations';
const PATH = '/console/apps/{appId}/expected';

const Listed = v.object({ items: v.array(ExpectedItem) });

const DONE = { removed: 'The expectation is removed. What it covered shows again.' };

/** The changes that people expect of an application: what each covers, and when it ends. */
export const expectedPage: Page<Pick<FindingServices, 'plans' | 'findings' | 'expectationEnds' | 'now'>> = {
  method: 'GET',
  path: PATH,
  scope: 'read',

  async answer(request, services) {
    const { appId = '' } = request.params;
    const [answer, last, removed] = await Promise.all([
      request.ask('GET', ENDPOINT, { params: { appId } }),
      lastFindings(appId, services),
      services.expectationEnds.removed(appId),
    ]);
    const listed = v.safeParse(Listed, answer.body);
    if (!listed.success) return { html: problemPage('not-found', request), status: 404 };
    const now = services.now();
    const { items } = listed.output;
    const open = items.filter((one) => !one.ended);
    const closed = items.filter((one) => one.ended);
    return {
      html: applicationLayout({
        request,
        appId,
        tab: 'expected',
        title: `Expected changes of ${appId}`,
        heading: visible(appId),
        actions: last !== undefined && html`<a class="button" href="/report/${last.plan.planId}">Open the last run</a>`,
        body: html`${noticeOf(DONE, request.query)}<section class="panel" aria-labelledby="list"><div class="panel-head"><h2 id="list">Expected <span class="count">${count(open.length)}</span></h2><span class="small muted">Changes that a person accepted, until production records them.${last && html` Numbers are of the last run, <a href="/report/${last.plan.planId}">${visible(runTitle(last.plan))}</a>`}</span></div>
${open.length === 0 ? html`<div class="empty pad stack"><p><strong>Nothing is expected yet.</strong></p><p class="small">When a change is intended, choose <em>Expected…</em> beside its finding. Later runs expect it too until production records it.</p></div>` : html`<ul class="rules expectations">${open.map((one) => expectedItem(request, one, last?.plan.planId, now))}</ul>`}
${endedList(request, { closed, removed, now })}</section>`,
      }),
    };
  },
};

/** Removes an expected change; removing a missing one succeeds as well. */
export const removeExpected: Page = {
  method: 'POST',
  path: `${PATH}/remove`,
  scope: 'write',
  audits: 'expectation.removed',

  async answer(request) {
    const { appId = '' } = request.params;
    await request.ask('DELETE', `${ENDPOINT}/{expectationId}`, {
      params: { appId, expectationId: textOf(request.form, 'id') },
    });
    return { location: `${applicationPath(appId)}/expected?done=removed` };
  },
};
