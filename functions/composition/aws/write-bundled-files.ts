import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serviceDocuments } from '../../platform/http/documents/service-documents.ts';
import { addressesOf } from '../../platform/http/pages/page-routes.ts';
import { assets } from '../../platform/pages-shell/assets.ts';
import { REFERENCE_FILES } from '../../platform/pages-shell/page-files.ts';
import { REFERENCE } from '../../platform/pages-shell/reference/session-panel.ts';
import type { Config } from '../../platform/settings/config.ts';
import { CAPABILITIES } from '../capabilities.ts';
import { ADDRESSES_FILE, DOCUMENT_FILE, DOCUMENT_PAGE_FILE, PLACE_OF_ADDRESS } from './bundled-files.ts';

/** Writes what a function with pages reads of the other functions: the addresses of all pages. */
export function writeAddresses(folder: string): void {
  writeFileSync(
    join(folder, ADDRESSES_FILE),
    JSON.stringify([...addressesOf(CAPABILITIES.flatMap(({ pages }) => pages)), REFERENCE]),
  );
}

/** Writes the OpenAPI document of the whole service in its two forms, and the files that pages name. */
export function writeSite(folder: string, { openApi }: Pick<Config, 'openApi'>): void {
  const endpoints = CAPABILITIES.flatMap((capability) => capability.endpoints);
  const config = { openApi, publicUrl: PLACE_OF_ADDRESS };
  const { document, page } = serviceDocuments({ endpoints, config, files: REFERENCE_FILES });
  writeFileSync(join(folder, DOCUMENT_FILE), document);
  writeFileSync(join(folder, DOCUMENT_PAGE_FILE), page);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const { path, bytes } of assets) writeFileSync(join(folder, 'assets', basename(path)), bytes);
}
