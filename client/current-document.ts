import { endpoints as consoleApi } from '../functions/console-api/endpoints.ts';
import { endpoints as evaluationApi } from '../functions/evaluation/api/endpoints.ts';
import { endpoints as logApi } from '../functions/logs/api/endpoints.ts';
import { endpoints as openApi } from '../functions/open-api/endpoints.ts';
import { openApiDocument } from '../functions/platform/http/documents/open-api-document.ts';
import { endpoints as recorderApi } from '../functions/recorder-api/endpoints.ts';

/** The OpenAPI document of all endpoints, which the client's files are made from. */
export const currentDocument = () =>
  openApiDocument([...openApi, ...consoleApi, ...recorderApi, ...logApi, ...evaluationApi], '');
