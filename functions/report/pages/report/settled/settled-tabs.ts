import { countEntries } from '../../../../findings/domain/findings.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { countEndpointRows } from '../../../domain/endpoint-rows.ts';
import { type ReportTab, reportTabs } from '../report-tabs.ts';
import type { SettledRun } from '../settled-run.ts';

/** Links to the views of a settled run, with how much each lists. */
export const settledTabs = ({ run, found }: Pick<SettledRun<never>, 'run' | 'found'>, current: ReportTab): Html =>
  reportTabs(run.plan.planId, current, {
    findings: countEntries(found.findings, 'needsAction') + countEntries(found.findings, 'toReview'),
    requests: found.counts.failedCases,
    endpoints: countEndpointRows(found.input),
  });
