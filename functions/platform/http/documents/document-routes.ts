import type { Hono } from 'hono';
import type { World } from '../../world.ts';
import { etagOf, isNotModified } from '../etag-of.ts';
import { getOnly } from '../get-only.ts';
import { SECURITY_HEADERS } from '../pages/page-response.ts';

export interface DocumentRoutesOptions {
  /** The document; called at the first request only. */
  document(): string;
  world: Pick<World, 'now'>;
}

/** Adds `GET /openapi.json` (interface 13), which needs no credential. */
export function documentRoutes(app: Hono, { document, world }: DocumentRoutesOptions): void {
  let made: { text: string; headers: ReturnType<typeof withHeaders>['headers'] } | undefined;

  app.get('/openapi.json', (context) => {
    made ??= withHeaders(document());
    const { text, headers } = made;
    return isNotModified(context.req.header('if-none-match'), headers.etag)
      ? context.body(null, 304, headers)
      : context.body(text, 200, headers);
  });
  app.all('/openapi.json', getOnly(world));
}

const withHeaders = (text: string) => ({
  text,
  headers: {
    ...SECURITY_HEADERS,
    etag: etagOf(text),
    'cache-control': 'no-cache',
    'content-type': 'application/json; charset=utf-8',
  },
});
