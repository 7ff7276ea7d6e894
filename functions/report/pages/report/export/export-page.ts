import { comparedHeaders } from '../../../../compare/domain/headers/compared-headers.ts';
import { compareRulesIn } from '../../../../compare/domain/rules/rules.ts';
import { endpointName } from '../../../../findings/domain/endpoint-labels.ts';
import type { ApiResponse } from '../../../../platform/http/api.ts';
import type { Page } from '../../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../../platform/pages-shell/problem.ts';
import { finishedReplayRun } from '../../../api/parts/replay-run-view.ts';
import { hintsView } from '../../../api/plan-view.ts';
import type { ReportServices } from '../../../composition.ts';
import { reportedRun } from '../report-layout.ts';
import { EXPORT_FORMATS } from './export-formats.ts';

/** Downloads the findings of a settled run in one of these formats. */
export const exportPage: Page<
  Pick<ReportServices, 'plans' | 'rules' | 'findings' | 'noise' | 'analyses' | 'detailsOf' | 'config'>
> = {
  method: 'GET',
  path: '/report/{planId}/export/{format}',
  scope: 'read',

  async answer(request, services) {
    const name = request.params.format ?? '';
    const format = Object.hasOwn(EXPORT_FORMATS, name) ? EXPORT_FORMATS[name] : undefined;
    const found = await reportedRun(request, services);
    if (format === undefined || found === undefined || found.round.result === null)
      return { html: problemPage('not-found', request), status: 404 };
    const { plan, round } = found;
    const { planId } = plan;
    const [run, current, secondAnswers = null] = await Promise.all([
      finishedReplayRun(plan, round, services),
      services.findings.of(plan, round),
      services.noise.secondAnswers(planId, round.round),
    ]);
    const rows = current ? services.detailsOf(current.findings, current.input, current.measures.latency).rows() : [];
    const replayed = new Map(
      rows
        .filter(({ requests }) => requests > 0)
        .map(({ operation, method, requests }) => [endpointName(operation, method), requests]),
    );
    const headers = comparedHeaders(compareRulesIn(await services.rules.inForce(plan.appId)));
    const hints = hintsView(plan, round, services.config.publicUrl);
    const text = await format.make({ planId, run, replayed, secondAnswers }, hints, headers);
    const response: ApiResponse = {
      status: 200,
      bytes: new TextEncoder().encode(text),
      headers: { 'content-type': format.type },
    };
    return { headers: { 'content-disposition': `attachment; filename="${planId}-${format.file}"` }, response };
  },
};
