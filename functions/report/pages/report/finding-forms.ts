import * as v from 'valibot';
import type { Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { ReportServices } from '../../composition.ts';
import { ignoreRules } from '../../domain/ignore-effect.ts';
import { casePath, findingPath, reportPath, withQuery } from '../report-links.ts';
import { refusalName } from '../report-notices.ts';
import { findingContext } from './finding-context.ts';

type Services = Pick<ReportServices, 'plans' | 'findings' | 'values' | 'analyses' | 'effects'>;

const Refusal = v.object({ errorCode: v.string() });
const refused = (path: string, body: unknown): { location: string } => {
  const parsed = v.safeParse(Refusal, body);
  return { location: withQuery(path, { refused: refusalName(parsed.success ? parsed.output.errorCode : null) }) };
};

const Marked = v.object({ markedAt: v.string() });

/** The request whose page sent a form; null if it is another page. */
function itemOf({ form }: PageRequest): number | null {
  const item = textOf(form, 'item');
  return /^\d{1,8}$/.test(item) ? Number(item) : null;
}

/** Marks all requests of a finding as expected. */
const markFinding: Page<Services> = {
  method: 'POST',
  path: '/report/{planId}/findings/{finding}/mark',
  scope: 'write',
  audits: 'mark.set',

  async answer(request, services) {
    const context = await findingContext(request, services);
    if (context === undefined) return { html: problemPage('not-found', request), status: 404 };
    const { run, row } = context;
    const { planId } = run.plan;
    const answer = await request.ask('POST', '/api/replays/{planId}/marks', {
      params: { planId },
      body: {
        kind: row.entry.kind,
        subject: row.entry.subjects[0] ?? '',
        operations: row.entry.interfaces.map(({ operationName }) => operationName),
        comment: textOf(request.form, 'comment') || null,
      },
    });
    const item = itemOf(request);
    if (answer.status >= 300)
      return refused(item === null ? findingPath(planId, row.id) : casePath(planId, item), answer.body);
    if (item !== null) return { location: withQuery(casePath(planId, item), { done: 'expected' }) };
    const parsed = v.safeParse(Marked, answer.body);
    const markedAt = parsed.success ? parsed.output.markedAt : '';
    return {
      location: `${withQuery(reportPath(planId), { done: 'expected', expected: row.id, markedAt })}#f-${row.id}`,
    };
  },
};

/** Removes the marks that were made at the same time. */
const unmarkFinding: Page = {
  method: 'POST',
  path: '/report/{planId}/unmark',
  scope: 'write',
  audits: 'mark.removed',

  async answer(request) {
    const planId = request.params.planId ?? '';
    const answer = await request.ask('DELETE', '/api/replays/{planId}/marks', {
      params: { planId },
      query: { markedAt: textOf(request.form, 'markedAt') },
    });
    const item = itemOf(request);
    const finding = textOf(request.form, 'finding');
    const id = encodeURIComponent(planId);
    const back = item === null ? reportPath(id) : casePath(id, item);
    if (answer.status >= 300) return refused(back, answer.body);
    return {
      location: `${withQuery(back, { done: 'unmarked' })}${/^[0-9a-f]{12}$/.test(finding) ? `#f-${finding}` : ''}`,
    };
  },
};

/** Adds the rules that ignore a finding, at its endpoints or everywhere. */
const ignoreFinding: Page<Services> = {
  method: 'POST',
  path: '/report/{planId}/findings/{finding}/ignore',
  scope: 'write',
  audits: 'rule.added',

  async answer(request, services) {
    const context = await findingContext(request, services);
    if (context === undefined) return { html: problemPage('not-found', request), status: 404 };
    const { run, row } = context;
    const { planId, appId } = run.plan;
    const where = request.form.get('where') === 'everywhere' ? 'everywhere' : 'endpoints';
    const rules = ignoreRules(row.entry, where);
    if (rules === null) return refused(findingPath(planId, row.id), { errorCode: 'INVALID_RULE' });
    for (const body of rules) {
      const answer = await request.ask('POST', '/api/apps/{appId}/compare-rules', { params: { appId }, body });
      if (answer.status >= 300) return refused(findingPath(planId, row.id), answer.body);
    }
    return { location: withQuery(reportPath(planId), { done: 'rule' }) };
  },
};

/** Forms about one finding as a whole. */
export const findingForms: readonly Page<Services>[] = [markFinding, unmarkFinding, ignoreFinding];
