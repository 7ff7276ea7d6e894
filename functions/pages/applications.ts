import { html } from 'hono/html';
import type { Page } from '../http/page-route.ts';
import { layout } from './layout.ts';

/** The applications that anything was recorded of. */
export const applicationsPage: Page = {
  method: 'GET',
  path: '/console',
  scope: 'read',

  async answer(request, { recordings }) {
    const apps = await recordings.apps();
    return {
      html: layout({
        title: 'Applications',
        request,
        section: 'applications',
        body: html`<ul>${apps.map((appId) => html`<li>${appId}</li>`)}</ul>`,
      }),
    };
  },
};
