import type { Hono } from 'hono';
import { etagOf, isNotModified } from '../etag-of.ts';
import { SECURITY_HEADERS } from './page-response.ts';
import type { Asset } from './page-route.ts';

/** Adds the files that pages reference; a caller that has one does not get it again. */
export function assetRoutes(app: Hono, assets: readonly Asset[]): void {
  for (const asset of assets) {
    const etag = etagOf(asset.bytes);
    const headers = { ...SECURITY_HEADERS, etag, 'cache-control': 'no-cache', 'content-type': asset.type };
    app.get(
      asset.path,
      (context) =>
        isNotModified(context.req.header('if-none-match'), etag)
          ? context.body(null, 304, headers)
          : context.body(asset.bytes as Uint8Array<ArrayBuffer>, 200, headers), // so not in shared memory
    );
    app.all(asset.path, (context) => context.body(null, 405, { allow: 'GET, HEAD' }));
  }
}
