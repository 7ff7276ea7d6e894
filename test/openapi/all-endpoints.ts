import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import { openApiDocument } from '../../functions/platform/http/documents/open-api-document.ts';

/** All endpoints of all capabilities. */
export const allEndpoints = CAPABILITIES.flatMap(({ endpoints }) => endpoints);

/** The OpenAPI document of all endpoints. */
export const document = openApiDocument(allEndpoints, 'http://127.0.0.1:8090');

/** The members of an operation that tests read. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  'x-side-effect'?: true;
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

/** Operations by `METHOD /path`. */
export const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [
      `${method.toUpperCase()} ${path}`,
      one as unknown as Operation, // created by open-api-document.ts
    ]),
  ),
);
