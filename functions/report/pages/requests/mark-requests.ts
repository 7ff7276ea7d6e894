import type { ApiResponse } from '../../../platform/http/api.ts';
import type { Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { textOf, textsOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { reportPath, withQuery } from '../report-links.ts';
import { refusalName } from '../report-notices.ts';
import { requestsPath, requestsQuery } from './requests-query.ts';

/** Marks the selected requests as expected, or removes marks: of one request, or those that were made together. */
export const markRequests: Page = {
  method: 'POST',
  path: '/report/{planId}/cases',
  scope: 'write',
  audits: 'mark.set',

  async answer(request) {
    const asked = requestsQuery(request.query);
    if (asked === null) return { html: problemPage('bad-link', request), status: 400 };
    const back = new URL(requestsPath(encodeURIComponent(request.params.planId ?? ''), asked), request.url);
    if (textOf(request.form, 'mark') === 'accept') return { location: acceptPath(request) };
    const { answer, done } = await changed(request);
    const result = answer.status < 300 ? { done } : { refused: refusalName(codeOf(answer.body)) };
    const row = [textOf(request.form, 'undo'), ...textsOf(request.form, 'item')].find((item) => /^\d{1,8}$/.test(item));
    const query = { ...Object.fromEntries(back.searchParams), ...result, row };
    return { location: `${withQuery(back.pathname, query)}${row === undefined ? '' : `#r-${row}`}` };
  },
};

/** The page that accepts the selected requests as the new recordings. */
function acceptPath({ form, params: { planId = '' } }: PageRequest): string {
  const query = new URLSearchParams({ what: 'picked' });
  for (const item of textsOf(form, 'item')) query.append('item', item);
  return `${reportPath(encodeURIComponent(planId))}/accept?${query}`;
}

async function changed(request: PageRequest): Promise<{ answer: ApiResponse; done: string }> {
  const { form, params, ask } = request;
  const { planId = '' } = params;
  const idOf = (item: string) => `${planId}:${item}`;
  const undo = textOf(form, 'undo');
  if (undo !== '') {
    const one = { planId, planItemId: idOf(undo) };
    return {
      answer: await ask('DELETE', '/api/replays/{planId}/cases/{planItemId}/mark', { params: one }),
      done: 'unmarked',
    };
  }
  const marks = '/api/replays/{planId}/marks';
  const markedAt = textOf(form, 'markedAt');
  if (markedAt !== '')
    return { answer: await ask('DELETE', marks, { params: { planId }, query: { markedAt } }), done: 'unmarked' };
  const body = { planItemIds: textsOf(form, 'item').map(idOf), comment: textOf(form, 'comment') || null };
  return { answer: await ask('POST', marks, { params: { planId }, body }), done: 'expected' };
}

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'errorCode' in body ? body.errorCode : null;
