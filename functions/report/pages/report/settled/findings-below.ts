import type { Html, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import type { ReportServices } from '../../../composition.ts';
import { findingsView } from '../findings-view.ts';
import { type ReportedRun, reportLayout } from '../report-layout.ts';
import { expiredDetails } from './expired-details.ts';
import { readSettled } from './read-settled.ts';
import { settledTabs } from './settled-tabs.ts';

/** What the findings below a dialog read. */
export type BelowServices = Pick<
  ReportServices,
  | 'plans'
  | 'findings'
  | 'analyses'
  | 'noise'
  | 'detailsOf'
  | 'marks'
  | 'values'
  | 'rules'
  | 'changesOf'
  | 'effects'
  | 'acceptances'
  | 'applications'
  | 'work'
  | 'now'
>;

/** The report of a settled run with a dialog above it. Nothing below can be used, so no details are in it. */
export async function findingsBelow(
  request: PageRequest,
  services: BelowServices,
  run: ReportedRun,
  { title, dialog }: { title: string; dialog: Html },
): Promise<Html> {
  // The query is that of the dialog's form.
  const settled = await readSettled({ ...request, query: new URLSearchParams() }, services, run);
  const body =
    settled === undefined
      ? expiredDetails(run)
      : await findingsView({ ...settled, isInert: true }, settledTabs(settled, 'findings'));
  return reportLayout(request, { run, now: services.now(), view: title, dialog, body });
}
