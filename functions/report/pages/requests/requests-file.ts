import { csvText } from '../../../platform/http/pages/csv-text.ts';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { planItemId } from '../../../replay/domain/plan.ts';
import type { ReportServices } from '../../composition.ts';
import { failingPage } from '../../service/failing-page.ts';
import { reportedRun } from '../report/report-layout.ts';
import { failingList, failingRow } from './failing-list.ts';
import { isFailing, requestsQuery } from './requests-query.ts';
import type { ShownRequestRow } from './requests-table.ts';

/** Maximum requests of a file, and of those that a filter by text looks at. */
const MAX_EXPORTED = 2000;
const READ_AT_ONCE = 100;

const COLUMNS = [
  'planItemId',
  'method',
  'path',
  'recordedStatus',
  'replayedStatus',
  'differences',
  'recordedMs',
  'replayedMs',
  'expected',
];

/** The list of failing requests as a file: CSV, or JSON with `total`, which may be more than its items. */
export const requestsFile: Page<Pick<ReportServices, 'plans' | 'failingCases' | 'marks' | 'results'>> = {
  method: 'GET',
  path: '/report/{planId}/requests-file',
  scope: 'read',

  async answer(request, services) {
    const run = await reportedRun(request, services);
    const query = new URLSearchParams(request.query);
    query.set('state', query.get('list') ?? '');
    const asked = requestsQuery(query);
    const isKnown = asked !== null && isFailing(asked.list);
    const found = run && isKnown ? await failingList(run, asked, services) : undefined;
    if (!run || !isKnown || found === undefined) return { html: problemPage('not-found', request), status: 404 };
    const { planId } = run.plan;
    const rows: ShownRequestRow[] = [];
    for (let from = 0; from < Math.min(MAX_EXPORTED, found.requests.length); from += READ_AT_ONCE) {
      const some = found.requests.slice(from, Math.min(MAX_EXPORTED, from + READ_AT_ONCE));
      const page = await failingPage(services, { plan: run.plan, round: run.round.round }, some, {
        text: asked.text,
        from: 0,
        max: READ_AT_ONCE,
      });
      rows.push(...page.rows.map((row) => failingRow(row, found.marked)));
    }
    const isCsv = request.query.get('format') === 'csv';
    const file = isCsv
      ? csvText([COLUMNS, ...rows.map((row) => cellsOf(planId, row))])
      : jsonOf(planId, rows, found.requests.length);
    return {
      headers: {
        'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
        'content-disposition': `attachment; filename="failing-requests-${planId}.${isCsv ? 'csv' : 'json'}"`,
      },
      response: { status: 200, bytes: new TextEncoder().encode(file) },
    };
  },
};

const nameOf = ({ path, operation }: ShownRequestRow): string => path ?? operation;

const cellsOf = (planId: string, row: ShownRequestRow) => [
  planItemId(planId, row.item),
  row.method,
  nameOf(row),
  row.status.recorded,
  row.status.replayed,
  row.differences
    .map(({ kind, subject, likelyNoise }) => `${kind} ${subject}${likelyNoise ? ' (likely noise)' : ''}`)
    .join('; '),
  row.durationMs.recorded,
  row.durationMs.replayed,
  row.isMarked ? 'yes' : 'no',
];

const jsonOf = (planId: string, rows: readonly ShownRequestRow[], total: number): string =>
  JSON.stringify({
    planId,
    total,
    items: rows.map((row) => ({
      planItemId: planItemId(planId, row.item),
      method: row.method,
      operation: row.operation,
      path: nameOf(row),
      status: row.status,
      durationMs: row.durationMs,
      differences: row.differences,
      expected: row.isMarked,
    })),
  });
