import type { Html } from '../../platform/http/pages/page-route.ts';
import { notice } from '../../platform/pages-shell/form-parts.ts';

/** Flash message by the `done` parameter of the address. */
const DONE: Readonly<Record<string, readonly [text: string, kind: 'good' | 'bad' | 'info']>> = {
  rule: ['The rule is saved. The findings below reflect it.', 'good'],
  marked: ['Marked as expected. The verdict and the stored counts stay.', 'good'],
  unmarked: ['No longer marked as expected.', 'good'],
  unexpected: ['No longer expected. The findings count again.', 'good'],
  unaccepted: ['The recordings have the versions before again, but for those that were changed since.', 'good'],
  applied: ['The field is ignored from now on.', 'good'],
  reverted: ['The suggestion is reverted; the field counts again.', 'good'],
  stopped: ['The run is stopping. Requests in progress finish; no more are sent.', 'info'],
  recompare: ['The stored responses are being compared again. Reload this page in a moment.', 'info'],
  rerun: ['The run has started again.', 'info'],
};

/** The flash message of a page. Null if there is none. */
export function doneNotice(query: URLSearchParams): Html | null {
  const done = query.get('done') ?? '';
  const refused = query.get('refused') ?? '';
  if (Object.hasOwn(DONE, done)) return noticeFor(DONE[done]);
  return Object.hasOwn(REFUSED, refused) ? notice(REFUSED[refused], 'bad') : null;
}

const noticeFor = (texts: (typeof DONE)[string] | undefined): Html | null => (texts ? notice(...texts) : null);

/** Why a form was refused, by the `refused` parameter of the address. */
const REFUSED: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Nothing was changed: it no longer exists.',
  NOT_RUNNING: 'Nothing was changed: the run has already completed.',
  NOT_COMPLETED: 'Nothing was changed: the run has not completed.',
  PLAN_RUNNING: 'Nothing was changed: the run has not completed, or another run uses its target.',
  TOO_MANY_REQUESTS_TO_MARK:
    'Nothing was changed: at most 2,000 requests can be marked in one step. Ignore the field instead, or mark one endpoint.',
  TARGET_DENIED: 'Nothing was changed: the target is no longer allowed by the egress policy.',
  INVALID_MARK: 'Nothing was changed: select at least one request; the comment may have at most 2,000 characters.',
  NO_RESULT: 'Nothing was changed: the request has no result that could be marked.',
  TOO_MANY_RULES: 'Nothing was changed: the application has the maximum number of rules.',
  INVALID_RULE: 'Nothing was changed: no rule can name this field.',
  REFUSED: 'Nothing was changed: the service refused it.',
};

/** The value of `refused` for an error code. */
export const refusalName = (errorCode: unknown): string =>
  typeof errorCode === 'string' && Object.hasOwn(REFUSED, errorCode) ? errorCode : 'REFUSED';
