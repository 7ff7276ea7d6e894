import { CAPABILITIES } from '../functions/composition/capabilities.ts';
import { openApiDocument } from '../functions/platform/http/documents/open-api-document.ts';

/** The OpenAPI document of all endpoints, from which the client's files are generated. */
export const currentDocument = () =>
  openApiDocument(
    CAPABILITIES.flatMap(({ endpoints }) => endpoints),
    '',
  );
