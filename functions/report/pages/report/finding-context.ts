import { findingId, groupedEntries } from '../../../findings/domain/finding-id.ts';
import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { ReportServices } from '../../composition.ts';
import { type FindingRow, findingRows } from '../../domain/finding-rows.ts';
import { likelyCause } from '../../domain/likely-cause.ts';
import type { DetailFacts } from './finding-details.ts';
import { type ReportedRun, reportedRun } from './report-layout.ts';

/** A finding that an address names, with everything that its details show. */
export interface FindingContext {
  run: ReportedRun;
  row: FindingRow;
  facts: DetailFacts;
}

/** Finds the finding of a path; undefined if the run, or its current findings, have none of that id. */
export async function findingContext(
  request: PageRequest,
  services: Pick<ReportServices, 'plans' | 'findings' | 'values' | 'analyses' | 'effects'>,
): Promise<FindingContext | undefined> {
  const run = await reportedRun(request, services);
  const found = run && run.round.result !== null && (await services.findings.of(run.plan, run.round));
  if (!run || !found) return undefined;
  const grouped = groupedEntries(found.findings).find((one) => findingId(one) === request.params.finding);
  if (grouped === undefined) return undefined;
  const [values, { analysis }] = await Promise.all([
    services.values.of(run.plan, run.round),
    services.analyses.viewOf(run.plan, run.round),
  ]);
  const [row] = findingRows(values)([grouped]);
  if (row === undefined) return undefined;
  const facts = {
    request,
    planId: run.plan.planId,
    state: found.findings.state,
    values,
    named: Number.POSITIVE_INFINITY,
    cause: likelyCause(run.plan.appId, analysis, grouped.entry),
    effects: request.may('write') ? services.effects.effectsOf(found, grouped) : null,
  };
  return { run, row, facts };
}
