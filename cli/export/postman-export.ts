import { STATUS_CODES } from 'node:http';
import { headerOf } from '../../functions/platform/values/http-tokens.ts';
import type { ExportFormat, ShownCase } from './export-writer.ts';
import { TRUNCATED } from './export-writer.ts';
import { originOf } from './exported-url.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Names of the bodies that Postman shows in color. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/json/, 'json'],
  [/xml/, 'xml'],
  [/html/, 'html'],
];

const VARIABLE = '{{';
const BINARY = 'it has a body that is not text, which a collection cannot hold';
const READ_AS_VARIABLE = 'its request holds {{, which Postman reads as a variable';

/** A Postman collection 2.1: a folder for each endpoint, with a request and its example for each case. */
export const postmanExport: ExportFormat = ({ appId }) => {
  let folder: string | null = null;
  let baseUrl: string | null = null;
  return {
    order: (cases) =>
      cases.toReversed().toSorted((a, b) => (a.operation < b.operation ? -1 : a.operation > b.operation ? 1 : 0)),
    start: () => `{"info":${JSON.stringify({ name: appId, schema: SCHEMA })},"item":[`,

    add(one) {
      const reason = reasonAgainst(one);
      if (reason !== null) return { reason };
      const origin = originOf(one.request.headers);
      baseUrl ??= origin;
      const isNewFolder = one.operation !== folder;
      const between = isNewFolder
        ? `${folder === null ? '' : '\n]},'}\n{"name":${JSON.stringify(one.operation)},"item":[\n`
        : ',\n';
      folder = one.operation;
      return `${between}${JSON.stringify(itemOf(one, origin === baseUrl ? '{{baseUrl}}' : origin))}`;
    },

    end: () =>
      `${folder === null ? '' : '\n]}'}],"variable":${JSON.stringify([{ key: 'baseUrl', value: baseUrl ?? 'http://localhost' }])}}\n`,
  };
};

function reasonAgainst({ request, response }: ShownCase): string | null {
  if (request.truncated || response?.truncated) return TRUNCATED;
  const isBinary = (side: ShownCase['response'] | ShownCase['request']) =>
    side?.bodyEncoding === 'base64' && side.body !== null;
  if (isBinary(request) || isBinary(response)) return BINARY;
  const texts = [request.path, request.body ?? '', ...request.headers.flat()];
  return texts.some((text) => text.includes(VARIABLE)) ? READ_AS_VARIABLE : null;
}

function itemOf({ request, response, durationMs, recordedAt }: ShownCase, base: string) {
  const sent = requestOf(request, base);
  return {
    name: `${request.method} ${request.path}`,
    request: sent,
    response:
      response === null
        ? []
        : [
            {
              name: recordedAt,
              originalRequest: sent,
              status: STATUS_CODES[response.status] ?? '',
              code: response.status,
              header: pairsOf(response.headers),
              cookie: [],
              body: response.body ?? '',
              ...(durationMs !== null && { responseTime: durationMs }),
            },
          ],
  };
}

function requestOf({ method, path, headers, body }: ShownCase['request'], base: string) {
  const [pathname = '', ...query] = path.split('?');
  const parameters = query.length === 0 ? [] : query.join('?').split('&');
  const language = LANGUAGES.find(([form]) => form.test(headerOf(headers, 'content-type') ?? ''))?.[1];
  return {
    method,
    header: pairsOf(headers),
    url: {
      raw: `${base}${path}`,
      host: [base],
      path: pathname.split('/').slice(1),
      ...(parameters.length > 0 && { query: parameters.map(parameterOf) }),
    },
    ...(body !== null && {
      body: { mode: 'raw', raw: body, ...(language !== undefined && { options: { raw: { language } } }) },
    }),
  };
}

/** As it is written: Postman encodes it no further. */
function parameterOf(text: string) {
  const at = text.indexOf('=');
  return at === -1 ? { key: text, value: null } : { key: text.slice(0, at), value: text.slice(at + 1) };
}

const pairsOf = (headers: readonly (readonly [string, string])[]) => headers.map(([key, value]) => ({ key, value }));
