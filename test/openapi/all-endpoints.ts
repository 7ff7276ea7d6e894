import { endpoints as consoleApi } from '../../functions/console-api/endpoints.ts';
import { endpoints as evaluationApi } from '../../functions/evaluation/api/endpoints.ts';
import { endpoints as logApi } from '../../functions/logs/api/endpoints.ts';
import { endpoints as openApi } from '../../functions/open-api/endpoints.ts';
import { openApiDocument } from '../../functions/platform/http/documents/open-api-document.ts';
import { endpoints as recorderApi } from '../../functions/recorder-api/endpoints.ts';

/** Every endpoint of every list. */
export const allEndpoints = [...openApi, ...consoleApi, ...recorderApi, ...logApi, ...evaluationApi];

/** The document of all of them. */
export const document = openApiDocument(allEndpoints, 'http://127.0.0.1:8090');

/** An operation as far as tests read it. */
export interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Record<string, unknown>; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown>; example: unknown }> };
  responses: Record<
    string,
    {
      content?: Record<
        string,
        { schema: Record<string, unknown>; example?: unknown; examples?: Record<string, { value: unknown }> }
      >;
    }
  >;
}

/** Its operations, by `METHOD /path`. */
export const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [
      `${method.toUpperCase()} ${path}`,
      one as unknown as Operation, // what open-api-document.ts makes
    ]),
  ),
);
