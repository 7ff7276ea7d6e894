import type { Context, Hono } from 'hono';
import type { World } from '../../world.ts';
import { ERRORS, openApiErrors } from '../api.ts';
import { etagOf } from '../etag-of.ts';

import { SECURITY_HEADERS } from '../pages/page-response.ts';
import { DOCUMENT_PAGE_HEADERS } from './document-page.ts';
import type { ServiceDocuments } from './service-documents.ts';

export interface DocumentRoutesOptions {
  /** Asked when a document is first asked for, and never again: it says nothing that changes. */
  documents(): ServiceDocuments;
  world: Pick<World, 'now'>;
}

/** Adds `GET /openapi.json` (interface 13) and `GET /openapi`, the same for people to read; neither asks for a credential. */
export function documentRoutes(app: Hono, { documents, world }: DocumentRoutesOptions): void {
  let made: ServiceDocuments | undefined;
  const served = () => {
    made ??= documents();
    return made;
  };

  function answer(context: Context, type: string, text: string, own: Record<string, string> = SECURITY_HEADERS) {
    const etag = etagOf(text);
    const headers = { ...own, etag, 'cache-control': 'no-cache', 'content-type': type };
    return context.req.header('if-none-match') === etag
      ? context.body(null, 304, headers)
      : context.body(text, 200, headers);
  }

  app.get('/openapi.json', (context) => answer(context, 'application/json; charset=utf-8', served().document));
  app.get('/openapi', (context) => answer(context, 'text/html; charset=utf-8', served().page, DOCUMENT_PAGE_HEADERS));
  for (const path of ['/openapi.json', '/openapi']) {
    app.all(path, (context) =>
      context.json(openApiErrors(ERRORS.wrongMethod, world.now()), ERRORS.wrongMethod.status, { allow: 'GET, HEAD' }),
    );
  }
}
