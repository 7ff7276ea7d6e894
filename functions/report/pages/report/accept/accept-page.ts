import * as v from 'valibot';
import type { Page, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { textOf, textsOf } from '../../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../../platform/pages-shell/refusal.ts';
import { reportPath, withQuery } from '../../report-links.ts';
import { refusalName } from '../../report-notices.ts';
import { reportedRun } from '../report-layout.ts';
import type { BelowServices } from '../settled/findings-below.ts';
import { AcceptedAnswer } from './accept-answers.ts';
import { type AcceptChoice, acceptBody, acceptChoice, chosenFinding } from './accept-choice.ts';
import { type AcceptContext, acceptView } from './accept-view.ts';

const PATH = '/report/{planId}/accept';

/** Form that makes answers of a run the new recordings, with its preview. */
export const acceptForm: Page<BelowServices> = {
  method: 'GET',
  path: PATH,
  scope: 'write',

  async answer(request, services) {
    const choice = acceptChoice((name) => request.query.getAll(name));
    const context = await contextOf(request, services, choice);
    if (context === null) return { html: problemPage('not-found', request), status: 404 };
    return { html: await acceptView(request, services, context) };
  },
};

/** Makes answers of a run the new recordings, or shows the preview again. */
export const saveAccepted: Page<BelowServices> = {
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'recordings.accepted',

  async answer(request, services) {
    const choice = acceptChoice((name) => textsOf(request.form, name));
    const context = await contextOf(request, services, choice);
    if (context === null) return { html: problemPage('not-found', request), status: 404 };
    if (textOf(request.form, 'do') === 'preview') return { html: await acceptView(request, services, context) };
    const { planId } = context.run.plan;
    const body = acceptBody(planId, choice, context.finding);
    const answer = body && (await request.ask('POST', '/api/replays/{planId}/accept', { params: { planId }, body }));
    const error = answer === null ? 'Choose what becomes the recording.' : refusalOf(answer);
    if (error !== null) return { html: await acceptView(request, services, context, error), status: 422 };
    const parsed = v.safeParse(AcceptedAnswer, answer?.body);
    const next = parsed.success ? parsed.output.next : null;
    const { what, finding } = choice;
    return {
      location:
        next === null
          ? withQuery(reportPath(planId), { done: 'accepted' })
          : withQuery(`${reportPath(planId)}/accept`, { what, finding, after: next }),
    };
  },
};

/** Restores the versions before what was accepted in one step. */
export const undoAccepted: Page = {
  method: 'POST',
  path: `${PATH}/undo`,
  scope: 'write',
  audits: 'recordings.accept-undone',

  async answer(request) {
    const planId = request.params.planId ?? '';
    const query = { at: textOf(request.form, 'at') };
    const answer = await request.ask('DELETE', '/api/replays/{planId}/accept', { params: { planId }, query });
    const done = answer.status < 300 ? { done: 'unaccepted' } : { refused: refusalName(null) };
    return { location: withQuery(reportPath(encodeURIComponent(planId)), done) };
  },
};

/** Null if there is no such run, or it has not completed. */
async function contextOf(
  request: PageRequest,
  services: Pick<BelowServices, 'plans' | 'findings'>,
  choice: AcceptChoice,
): Promise<AcceptContext | null> {
  const run = await reportedRun(request, services);
  if (!run || run.round.result === null) return null;
  const found = choice.finding === '' ? undefined : await services.findings.of(run.plan, run.round);
  return { run, choice, finding: found ? chosenFinding(found.findings, choice) : null };
}
