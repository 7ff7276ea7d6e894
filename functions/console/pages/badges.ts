import { html } from 'hono/html';
import * as v from 'valibot';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { copyBlock } from '../../platform/pages-shell/copy-block.ts';
import { notice } from '../../platform/pages-shell/form-parts.ts';
import { refusalOf } from '../../platform/pages-shell/refusal.ts';
import type { ConsoleServices } from '../composition.ts';
import { badgeSnippet } from '../domain/badge-snippet.ts';

const PATH = '/console/apps/{appId}/badges';

const Created = v.object({ token: v.string() });

/** Creates a badge and shows its line for a README once. */
export const createBadgePage: Page<Pick<ConsoleServices, 'config'>> = {
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'badge.created',

  async answer(request, { config }) {
    const { appId = '' } = request.params;
    const answer = await request.ask('POST', '/api/apps/{appId}/badges', { params: { appId } });
    const made = v.safeParse(Created, answer.body);
    const body = made.success
      ? html`<p>This line shows the state of the last run. It is shown only now: copy it.</p>${copyBlock(badgeSnippet(config.publicUrl, appId, made.output.token))}<p class="small muted">Add <code>&amp;branch=main</code> behind the token for the last run of a branch.</p><p><a href="${applicationPath(appId)}">Back to the overview</a></p>`
      : html`${notice(`No badge was created: ${refusalOf(answer)}.`, 'bad')}<p><a href="${applicationPath(appId)}">Back to the overview</a></p>`;
    return {
      html: applicationLayout({ request, appId, tab: 'overview', title: 'Badge for the README', body }),
      ...(!made.success && { status: 409 }),
    };
  },
};

/** Removes a badge; removing a missing one succeeds as well. */
export const removeBadgePage: Page = {
  method: 'POST',
  path: `${PATH}/{badgeId}/remove`,
  scope: 'write',
  audits: 'badge.removed',

  async answer(request) {
    const { appId = '', badgeId = '' } = request.params;
    await request.ask('DELETE', '/api/apps/{appId}/badges/{badgeId}', { params: { appId, badgeId } });
    return { location: `${applicationPath(appId)}?done=badge-removed#badge` };
  },
};
