import type { Endpoint } from '../../platform/http/api.ts';
import type { Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { casePath, reportPath, withQuery } from './report-links.ts';
import { refusalName } from './report-notices.ts';

/** A form of the report: its endpoint, and where it redirects to. */
interface Action {
  /** Path below `/report/{planId}`. */
  path: string;
  method: Endpoint['method'];
  endpoint: string;
  /** Flash message afterwards (report-notices.ts). */
  done: string;
  /** Its action in the audit log; absent where the log has none. */
  audits?: string;
  params?(request: PageRequest): Record<string, string>;
  body?(request: PageRequest): unknown;
}

const MARK = '/api/replays/{planId}/cases/{planItemId}/mark';

/** The request that a form is about, in the format of the endpoints. */
const itemOf = ({ params: { planId = '', item = '' } }: PageRequest) => ({ planItemId: `${planId}:${item}` });
const suggestionOf = ({ params: { id = '' } }: PageRequest) => ({ id });

const ACTIONS: readonly Action[] = [
  { path: '/stop', method: 'POST', endpoint: '/api/replays/{planId}/stop', done: 'stopped' },
  {
    path: '/rerun',
    method: 'POST',
    endpoint: '/api/replays/{planId}/rerun',
    done: 'rerun',
    audits: 'run.started',
  },
  { path: '/recompare', method: 'POST', endpoint: '/api/replays/{planId}/recompare', done: 'recompare' },
  {
    path: '/noise/{id}/apply',
    method: 'POST',
    endpoint: '/api/replays/{planId}/noise/{id}/apply',
    done: 'applied',
    audits: 'suggestion.applied',
    params: suggestionOf,
  },
  {
    path: '/noise/{id}/revert',
    method: 'POST',
    endpoint: '/api/replays/{planId}/noise/{id}/revert',
    done: 'reverted',
    audits: 'suggestion.reverted',
    params: suggestionOf,
  },
  {
    path: '/cases/{item}/mark',
    method: 'POST',
    endpoint: MARK,
    done: 'marked',
    audits: 'mark.set',
    params: itemOf,
    body: ({ form }) => ({ comment: textOf(form, 'comment') || null }),
  },
  {
    path: '/cases/{item}/unmark',
    method: 'DELETE',
    endpoint: MARK,
    done: 'unmarked',
    audits: 'mark.removed',
    params: itemOf,
  },
];

/** Forms of the report. Each calls its endpoint on behalf of the caller, and redirects back to its page. */
export const reportForms: readonly Page[] = ACTIONS.map(({ path, method, endpoint, done, audits, params, body }) => ({
  method: 'POST',
  path: `/report/{planId}${path}`,
  scope: 'write',
  ...(audits && { audits }),

  async answer(request) {
    const { planId = '', item } = request.params;
    const answer = await request.ask(method, endpoint, {
      params: { planId, ...params?.(request) },
      ...(body && { body: body(request) }),
    });
    const back =
      item !== undefined && /^\d{1,8}$/.test(item)
        ? casePath(encodeURIComponent(planId), Number(item))
        : reportPath(encodeURIComponent(planId));
    return {
      location: withQuery(back, answer.status < 300 ? { done } : { refused: refusalName(codeOf(answer.body)) }),
    };
  },
}));

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'errorCode' in body ? body.errorCode : null;
