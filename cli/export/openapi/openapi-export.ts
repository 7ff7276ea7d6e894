import type { ExportFormat } from '../export-writer.ts';
import { originOf } from '../exported-url.ts';
import { operationObject } from './operation-object.ts';
import { pathTemplate } from './path-template.ts';
import { addCase, newOperation, type RecordedOperation } from './recorded-operation.ts';

/** The methods that a path of OpenAPI can have. */
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const OTHER_METHOD = 'OpenAPI has no operations of its method';
const MAX_SERVERS = 10;

/**
 * A document of OpenAPI 3.1, inferred from cases: paths, parameters, and the types of bodies. Of what was recorded it
 * holds names of members and types, and no values.
 */
export const openApiExport: ExportFormat = ({ appId }) => {
  const paths = new Map<string, Map<string, RecordedOperation>>();
  const servers = new Set<string>();
  let cases = 0;
  return {
    order: (listed) => listed,
    start: () => '',
    add(one) {
      const method = one.request.method.toLowerCase();
      if (!METHODS.has(method)) return { reason: OTHER_METHOD };
      const { path } = pathTemplate(one.operation);
      const methods = paths.get(path) ?? new Map<string, RecordedOperation>();
      paths.set(path, methods);
      const known = methods.get(method) ?? newOperation(one.operation);
      methods.set(method, known);
      addCase(known, one);
      if (servers.size < MAX_SERVERS) servers.add(originOf(one.request.headers));
      cases++;
      return '';
    },
    end: () =>
      `${JSON.stringify(
        {
          openapi: '3.1.0',
          info: {
            title: appId,
            version: 'recorded',
            description: `Inferred from ${cases} recordings. What is required was in each of them.`,
          },
          servers: [...servers].sort().map((url) => ({ url })),
          paths: Object.fromEntries(
            [...paths]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([path, methods]) => [
                path,
                Object.fromEntries(
                  [...methods].map(([method, known]) => [method, operationObject(method, pathTemplate(path), known)]),
                ),
              ]),
          ),
        },
        null,
        2,
      )}\n`,
  };
};
