import { html, raw } from 'hono/html';
import * as v from 'valibot';
import type { ApiResponse } from '../../http/api.ts';
import { DOCUMENT_PAGE_HEADERS, PLACE_OF_PANEL } from '../../http/documents/document-page.ts';
import { tokensOf } from '../../http/pages/page-caller.ts';
import type { Html, PageRequest, PageRoute } from '../../http/pages/page-route.ts';
import { ICONS } from '../icon.ts';
import { type ExampleCredential, REFERENCE, sessionPanel } from './session-panel.ts';

const Made = v.object({
  body: v.object({ key: v.string(), expiresAt: v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse)) }),
});

/**
 * The API reference, which everyone may read, and its form, which shows a credential of the caller's session: an API
 * key of a user, and an access token of a guest, for whom nothing is stored. `page` returns its HTML.
 */
export function referencePages(page: () => string): readonly PageRoute[] {
  const shown = (request: PageRequest, credential: ExampleCredential | null): Html =>
    filled(page(), html`${ICONS}${sessionPanel(request, credential)}`);

  return [
    {
      method: 'GET',
      path: REFERENCE,
      scope: null,
      answer: async (request) => ({ html: shown(request, null), headers: DOCUMENT_PAGE_HEADERS }),
    },
    {
      method: 'POST',
      path: REFERENCE,
      scope: 'read',

      async answer(request) {
        const credential = request.isGuest ? await guestToken(request) : await memberKey(request);
        // The holder of a credential in a header has no session, and what they may create is up to them.
        return credential === null
          ? { location: REFERENCE }
          : { html: shown(request, credential), headers: DOCUMENT_PAGE_HEADERS };
      },
    },
  ];
}

async function memberKey({ ask }: PageRequest): Promise<ExampleCredential | null> {
  const made = v.safeParse(Made, (await ask('POST', '/api/login/api-key', { body: {} })).body);
  return made.success
    ? { header: 'x-api-key', value: made.output.body.key, expiresAt: made.output.body.expiresAt }
    : null;
}

async function guestToken({ ask }: PageRequest): Promise<ExampleCredential | null> {
  const answer: ApiResponse = await ask('POST', '/api/login/loginAsGuest', { body: {} });
  const tokens = tokensOf(answer, true);
  return tokens && { header: 'access-token', value: tokens.accessToken, expiresAt: tokens.expiresAt };
}

/** The panel is written into a page that is stored without it. */
async function filled(page: string, panel: Html): Promise<Awaited<Html>> {
  const [before = '', after = ''] = page.split(PLACE_OF_PANEL);
  return html`${raw(before)}${await panel}${raw(after)}`;
}
