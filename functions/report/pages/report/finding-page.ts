import { html } from 'hono/html';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { ReportServices } from '../../composition.ts';
import { doneNotice } from '../report-notices.ts';
import { fieldPath } from './field-path.ts';
import { findingContext } from './finding-context.ts';
import { findingDetails } from './finding-details.ts';
import { reportLayout } from './report-layout.ts';
import { reportTabs } from './report-tabs.ts';

/** One finding by itself: what its row of the report opens to. */
export const findingPage: Page<Pick<ReportServices, 'plans' | 'findings' | 'values' | 'analyses' | 'effects' | 'now'>> =
  {
    method: 'GET',
    path: '/report/{planId}/findings/{finding}',
    scope: 'read',

    async answer(request, services) {
      const context = await findingContext(request, services);
      if (context === undefined) return { html: problemPage('not-found', request), status: 404 };
      const { run, row, facts } = context;
      const { kind, subjects } = row.entry;
      return {
        html: reportLayout(request, {
          run,
          now: services.now(),
          view: KIND_LABELS[kind].en,
          tabs: reportTabs(run.plan.planId, 'findings'),
          body: html`${doneNotice(request.query)}<section class="panel pad" aria-labelledby="finding"><h2 id="finding">${KIND_LABELS[kind].en} ${fieldPath(kind, subjects)}</h2>${findingDetails(row, facts)}</section>`,
        }),
      };
    },
  };
