import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { documentRoutes } from '../../platform/http/documents/document-routes.ts';
import type { World } from '../../platform/world.ts';
import { DOCUMENT_FILE, DOCUMENT_PAGE_FILE } from './bundled-files.ts';

/** Adds the OpenAPI document of the whole service, which was written beside the bundle: making it takes the code of every capability. */
export function siteRoutes(app: Hono, { world, folder }: { world: Pick<World, 'now'>; folder: string }): void {
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const documents = () => ({ document: textOf(DOCUMENT_FILE), page: textOf(DOCUMENT_PAGE_FILE) });
  documentRoutes(app, { documents, world });
}
