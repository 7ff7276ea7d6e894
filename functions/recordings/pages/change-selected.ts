import type { Page } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { textOf, textsOf } from '../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { CASE_ID } from '../domain/recorded-case.ts';
import { MAX_SELECTED } from './recordings-table.ts';

const CASE = '/api/recorder/cases/{caseId}';

/** What a button does to each selected recording, and the message afterwards. */
const CHANGES = {
  pin: { method: 'POST', path: `${CASE}/pin`, done: 'selected-pinned' },
  unpin: { method: 'POST', path: `${CASE}/unpin`, done: 'selected-unpinned' },
  delete: { method: 'DELETE', path: CASE, done: 'selected-deleted' },
} as const;

/** Pins, unpins or deletes the selected recordings of a page, one by one; those that are gone are left out. */
export const changeSelected: Page = {
  method: 'POST',
  path: '/console/apps/{appId}/recordings/selected',
  scope: 'write',

  async answer(request) {
    const { params, form } = request;
    const name = textOf(form, 'do');
    const caseIds = textsOf(form, 'item');
    if (!isChange(name) || caseIds.length > MAX_SELECTED || !caseIds.every((caseId) => CASE_ID.test(caseId)))
      return { html: problemPage('bad-form', request), status: 422 };
    const { method, path, done } = CHANGES[name];
    for (const caseId of caseIds) {
      const { status } = await request.ask(method, path, { params: { caseId } });
      if (status !== 404 && status >= 400) return { html: problemPage('fault', request), status };
    }
    const query = new URLSearchParams(textOf(form, 'back'));
    query.delete('done');
    if (caseIds.length > 0) query.set('done', done);
    const address = `${applicationPath(params.appId ?? '')}/recordings`;
    return { location: query.size > 0 ? `${address}?${query}` : address };
  },
};

const isChange = (name: string): name is keyof typeof CHANGES => Object.hasOwn(CHANGES, name);
