import * as v from 'valibot';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { NewPlanServices } from '../../composition.ts';
import { refusalText } from './refusal-text.ts';
import { listView, type SchedulesServices } from './schedules-view.ts';

const Started = v.object({ planId: v.string() });
const Refused = v.object({ errorCode: v.string(), errorMessage: v.string() });
const NOT_FOUND = 404;

/** Starts a run of a schedule and leads to its report; a form that is sent twice starts one run. */
export const startSchedulePage: Page<SchedulesServices & Pick<NewPlanServices, 'newId'>> = {
  method: 'POST',
  path: '/console/apps/{appId}/schedules/{id}/start',
  scope: 'write',
  audits: 'run.started',

  async answer(request, services) {
    const { appId = '', id = '' } = request.params;
    const key = request.form.get('key');
    const answer = await request.ask('POST', '/api/apps/{appId}/schedules/{id}/start', {
      params: { appId, id },
      headers: { 'idempotency-key': typeof key === 'string' && v.is(Key, key) ? key : services.newId() },
    });
    const started = v.safeParse(Started, answer.body);
    if (started.success) return { location: `/report/${started.output.planId}` };
    if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
    const refused = v.safeParse(Refused, answer.body);
    const why = refused.success ? refusalText(refused.output) : 'The service refused the request';
    return { html: await listView(request, services, `${id} did not start: ${why}.`), status: answer.status };
  },
};

/** As the list writes it. */
const Key = v.pipe(v.string(), v.regex(/^[0-9a-f-]{16,64}$/));
