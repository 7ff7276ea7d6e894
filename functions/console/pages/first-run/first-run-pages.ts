import { html } from 'hono/html';
import * as v from 'valibot';
import { isAppId } from '../../../applications/domain/app-id.ts';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { layout } from '../../../platform/pages-shell/layout.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { ConsoleServices } from '../../composition.ts';
import { FIRST_RUN_FACTS, FIRST_RUN_TITLE, firstRun } from './first-run.ts';

const Made = v.object({ body: v.object({ key: v.string() }) });

/** Creates an API key of scope record, and shows the recorder commands with it. */
export const makeRecorderKey: Page<Pick<ConsoleServices, 'config' | 'newId' | 'sampleShop'>> = {
  method: 'POST',
  path: '/console/first-run/key',
  scope: 'admin',
  audits: 'key.made',

  async answer(request, services) {
    const name = `Recorder ${services.newId().slice(0, 8)}`;
    const answer = await request.ask('POST', '/api/api-keys', { body: { name, scopes: ['record'] } });
    const made = v.safeParse(Made, answer.body);
    if (!made.success) return { html: problemPage('fault', request), status: 500 };
    const appId = textOf(request.form, 'appId');
    return {
      html: layout({
        title: FIRST_RUN_TITLE,
        facts: FIRST_RUN_FACTS,
        request,
        section: 'applications',
        body: html`${await firstRun(request, services, {
          appId: isAppId(appId) ? appId : null,
          key: made.output.body.key,
        })}`,
      }),
    };
  },
};

/** Leads on from the first page: to the first run of the only application, else to the list. */
export const afterFirstRecording: Page<Pick<ConsoleServices, 'recordings'>> = {
  method: 'GET',
  path: '/console/first-run/next',
  scope: 'read',

  async answer(request, { recordings }) {
    const [first, ...others] = await recordings.apps();
    if (first === undefined || others.length > 0) return { location: '/console' };
    return { location: `${applicationPath(first)}${request.may('write') ? '/replays/new' : ''}` };
  },
};
