import type { Config } from '../../settings/config.ts';
import type { EndpointFacts } from '../api.ts';
import { OPEN_API_PREFIX } from '../families.ts';
import { type DocumentPageFiles, documentPage } from './document-page.ts';
import { openApiDocument } from './open-api-document.ts';

/** The OpenAPI document as JSON and as a page. */
export interface ServiceDocuments {
  document: string;
  page: string;
}

export interface ServiceDocumentsOptions {
  /** Every endpoint; those of the Open API are left out where it is off. */
  endpoints: readonly EndpointFacts[];
  config: Pick<Config, 'openApi' | 'publicUrl'>;
  /** What the page loads. */
  files: DocumentPageFiles;
}

/** Makes the OpenAPI document (interface 13) in its two forms. */
export function serviceDocuments({ endpoints, config, files }: ServiceDocumentsOptions): ServiceDocuments {
  const served = endpoints.filter(({ path }) => config.openApi || !path.startsWith(`${OPEN_API_PREFIX}/`));
  const document = openApiDocument(served, config.publicUrl);
  return { document: JSON.stringify(document), page: String(documentPage(document, files)) };
}
