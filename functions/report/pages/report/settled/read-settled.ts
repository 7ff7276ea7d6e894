import type { PageRequest } from '../../../../platform/http/pages/page-route.ts';
import type { ReportServices } from '../../../composition.ts';
import type { ReportedRun } from '../report-layout.ts';
import type { SettledRun } from '../settled-run.ts';

/** Reads what the views of a settled run share; undefined if its details have expired. */
export async function readSettled<Services extends Pick<ReportServices, 'findings' | 'detailsOf' | 'work' | 'now'>>(
  request: PageRequest,
  services: Services,
  run: ReportedRun,
) {
  services.work.prepare();
  const found = await services.findings.of(run.plan, run.round);
  if (found === undefined) return undefined;
  const { measures } = found;
  const details = services.detailsOf(found.findings, found.input, measures.latency);
  return { request, services, run, found, details, measures, now: services.now() } satisfies SettledRun<never>;
}
