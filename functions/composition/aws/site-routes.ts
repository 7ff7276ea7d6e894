import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { documentRoutes } from '../../platform/http/documents/document-routes.ts';
import type { PageRoute } from '../../platform/http/pages/page-route.ts';
import { referencePages } from '../../platform/pages-shell/reference/reference-pages.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { World } from '../../platform/world.ts';
import { DOCUMENT_FILE, DOCUMENT_PAGE_FILE, PLACE_OF_ADDRESS } from './bundled-files.ts';

/** What the routes of no capability are made of. */
export interface SiteParts extends Pick<Config, 'publicUrl'> {
  world: Pick<World, 'now'>;
  /** The files that lie beside the bundle. */
  folder: string;
}

/**
 * Adds the OpenAPI document of the whole service, which was written beside the bundle: making it takes the code of
 * every capability.
 */
export const siteRoutes = (app: Hono, { world, folder, publicUrl }: SiteParts): void =>
  documentRoutes(app, {
    document: () => readFileSync(join(folder, DOCUMENT_FILE), 'utf8').replaceAll(PLACE_OF_ADDRESS, publicUrl),
    world,
  });

/** The same as a page. */
export const sitePages = (folder: string): readonly PageRoute[] => {
  let page: string | undefined;
  return referencePages(() => {
    page ??= readFileSync(join(folder, DOCUMENT_PAGE_FILE), 'utf8');
    return page;
  });
};
