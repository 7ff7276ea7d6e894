import { STATUS_CODES } from 'node:http';
import type { PathTemplate } from './path-template.ts';
import type { Contents, RecordedOperation } from './recorded-operation.ts';
import { VALUE_NAME, withoutValueNames } from './without-value-names.ts';

/** An operation as OpenAPI 3.1 writes it. */
export function operationObject(method: string, { path, names }: PathTemplate, known: RecordedOperation) {
  const parameters = [
    ...names.map((name, at) => ({ name, in: 'path', required: true, schema: known.inPath[at] ?? {} })),
    ...[...known.inQuery]
      .filter(([name]) => !VALUE_NAME.test(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { requests, schema }]) => ({
        name,
        in: 'query',
        ...(requests === known.requests && { required: true }),
        schema,
      })),
  ];
  const statuses = [...known.responses].toSorted(([a], [b]) => a - b);
  return {
    summary: `${method.toUpperCase()} ${path}`,
    ...(parameters.length > 0 && { parameters }),
    ...(known.request.size > 0 && {
      requestBody: { ...(known.bodies === known.requests && { required: true }), content: contentOf(known.request) },
    }),
    responses:
      statuses.length === 0
        ? { default: { description: 'No response was recorded' } }
        : Object.fromEntries(
            statuses.map(([status, contents]) => [
              String(status),
              {
                description: STATUS_CODES[status] ?? 'Recorded response',
                ...(contents.size > 0 && { content: contentOf(contents) }),
              },
            ]),
          ),
  };
}

const contentOf = (contents: Contents) =>
  Object.fromEntries(
    [...contents].map(([type, schema]) => [type, schema === null ? {} : { schema: withoutValueNames(schema) }]),
  );
