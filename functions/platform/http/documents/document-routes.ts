import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Config } from '../../settings/config.ts';
import type { World } from '../../world.ts';
import { type Endpoint, ERRORS, openApiErrors } from '../api.ts';
import { OPEN_API_PREFIX } from '../families.ts';
import { GUARDS } from '../pages/page-response.ts';
import { documentPage } from './document-page.ts';
import { openApiDocument } from './open-api-document.ts';

export interface DocumentRoutesOptions {
  /** Every endpoint; those of the Open API are left out where it is off. */
  endpoints: readonly Endpoint[];
  config: Pick<Config, 'openApi' | 'publicUrl'>;
  world: Pick<World, 'now'>;
  /** Path of the page's stylesheet. */
  style: string;
}

/** Adds `GET /openapi.json` (interface 13) and `GET /openapi`, the same for people to read; neither asks for a credential. */
export function documentRoutes(app: Hono, { endpoints, config, world, style }: DocumentRoutesOptions): void {
  const served = endpoints.filter(({ path }) => config.openApi || !path.startsWith(`${OPEN_API_PREFIX}/`));

  // Made when it is first asked for, and never again: it says nothing that changes.
  let made: { document: string; page: string } | undefined;
  function documents() {
    if (made === undefined) {
      const document = openApiDocument(served, config.publicUrl);
      made = { document: JSON.stringify(document), page: String(documentPage(document, style)) };
    }
    return made;
  }

  function answer(context: Context, type: string, text: string) {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const headers = { ...GUARDS, etag, 'cache-control': 'no-cache', 'content-type': type };
    return context.req.header('if-none-match') === etag
      ? context.body(null, 304, headers)
      : context.body(text, 200, headers);
  }

  app.get('/openapi.json', (context) => answer(context, 'application/json; charset=utf-8', documents().document));
  app.get('/openapi', (context) => answer(context, 'text/html; charset=utf-8', documents().page));
  for (const path of ['/openapi.json', '/openapi']) {
    app.all(path, (context) =>
      context.json(openApiErrors(ERRORS.wrongMethod, world.now()), ERRORS.wrongMethod.status, { allow: 'GET, HEAD' }),
    );
  }
}
