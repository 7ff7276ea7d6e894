import * as v from 'valibot';
import { accept, refuse } from '../../../../platform/result.ts';
import { HEADER_NAME, headerOf } from '../../../../platform/values/http-tokens.ts';
import { hostOf, mediaTypeOf } from '../../filter/filtered-exchange.ts';
import { unpackedFiles } from '../archive/unpacked-files.ts';
import { harRequestBody } from '../har-request-body.ts';
import { MAX_EXCHANGES, TOO_MANY_EXCHANGES } from '../import-limits.ts';
import { type ImportedEntry, type ImportedFile, type ImportedRule, type Importer, skip } from '../imported.ts';
import { textOfFile } from '../json-file.ts';
import { yamlDocuments } from '../yaml-documents.ts';
import { type KeployCall, keployCalls } from './keploy-calls.ts';
import {
  headersOf,
  type KeployDocument,
  KeployExchange,
  type KeployRequest,
  keployDocument,
  mockTimes,
  storedBody,
  timeOf,
} from './keploy-document.ts';
import { noiseRules } from './keploy-noise.ts';

/** Files of a test set: documents elsewhere (reports, configurations) are not recordings. */
const TEST_SET_FILE = /\.ya?ml$/i;

const NO_TEST = 'the file contains no Keploy test: YAML documents of kind Http with a request and a response';
const OUTSIDE = 'the mock was recorded outside the time of every test, so it belongs to no test';

/**
 * Imports tests of Keploy with their mocks: YAML documents, or a zip or tar.gz of a test set. A mock is a call of the
 * test in whose time it was recorded, as Keploy itself pairs them; noise entries become ignore rules.
 */
export const importKeploy: Importer = (bytes) => {
  const files = unpackedFiles(bytes);
  if (!files.ok) return files;
  const tests: Test[] = [];
  const mocks: KeployDocument[] = [];
  const unread: string[] = [];
  for (const { name, bytes: content } of files.value) {
    if (name !== '' && !TEST_SET_FILE.test(name)) continue;
    const text = textOfFile(content);
    if (text === null) return refuse('UNREADABLE_IMPORT', 'the file is neither UTF-8 nor UTF-16');
    for (const document of yamlDocuments(text)) {
      if ('reason' in document) unread.push(document.reason);
      else note(document.value, tests, mocks);
      if (tests.length + mocks.length + unread.length > MAX_EXCHANGES)
        return refuse('UNREADABLE_IMPORT', TOO_MANY_EXCHANGES);
    }
  }
  return tests.length === 0 ? refuse('UNREADABLE_IMPORT', NO_TEST) : accept(testSet(tests, mocks, unread));
};

/** A test with the time of its request and response. */
interface Test {
  document: KeployDocument;
  exchange: v.InferOutput<typeof KeployExchange> | null;
  from: number | null;
  to: number | null;
}

function note(value: unknown, tests: Test[], mocks: KeployDocument[]): void {
  const document = keployDocument(value);
  if (document === null) return;
  if (mockTimes(document) !== null || !/^(?:http|grpc)/i.test(document.kind)) mocks.push(document);
  else {
    const parsed = v.safeParse(KeployExchange, document.spec, { abortEarly: true });
    const exchange = parsed.success ? parsed.output : null;
    const from = timeOf(exchange?.req.timestamp);
    tests.push({ document, exchange, from, to: timeOf(exchange?.resp.timestamp) });
  }
}

function testSet(tests: readonly Test[], mocks: readonly KeployDocument[], unread: readonly string[]): ImportedFile {
  const calls = keployCalls(mocks);
  const ofTest = new Map<Test, KeployCall[]>();
  let strays = 0;
  const inOrder = tests.filter(({ from }) => from !== null).toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0));
  for (const call of calls) {
    const test = testAt(inOrder, call.from);
    if (test === null) strays++;
    else ofTest.set(test, [...(ofTest.get(test) ?? []), call]);
  }
  const skipped = [...unread, ...Array.from({ length: strays }, () => OUTSIDE)];
  return {
    count: tests.length + skipped.length,
    entry: (position) => {
      const test = tests[position];
      return test ? entryOf(test, ofTest.get(test) ?? []) : skip(skipped[position - tests.length] ?? '');
    },
    rules: tests.flatMap(({ document, exchange }): ImportedRule[] =>
      exchange === null ? [] : noiseRules(document.spec, pathOf(exchange.req) ?? '', exchange),
    ),
  };
}

/** The test that was under way at a time; of several, the one that began last. */
function testAt(inOrder: readonly Test[], time: number): Test | null {
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inOrder[middle]?.from ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= Math.max(0, low - MAX_CONCURRENT); at--) {
    const test = inOrder[at];
    if (test && time <= (test.to ?? Number.NEGATIVE_INFINITY)) return test;
  }
  return null;
}

/** Tests under way at the same time. */
const MAX_CONCURRENT = 1000;

function entryOf({ document, exchange, from, to }: Test, calls: readonly KeployCall[]): ImportedEntry {
  if (!/^http/i.test(document.kind)) return skip('the test is a gRPC test, not an HTTP test');
  if (exchange === null) return skip('the test has no readable request and response');
  const { req, resp } = exchange;
  const path = pathOf(req);
  if (path === null) return skip('the url of the test is not an http or https URL');
  const headers = headersOf(req.header).filter(isUsable);
  const body = requestBody(req, headers);
  if (body === null) return skip('the form of the request names a file that is not in the test set');
  const responseHeaders = headersOf(resp.header).filter(isUsable);
  return {
    ok: true,
    recordedAt: from === null ? null : Math.floor(from),
    exchange: {
      host: hostOf(URL.parse(req.url)?.host ?? headerOf(headers, 'host')?.trim()),
      method: req.method,
      path,
      headers,
      responseType: mediaTypeOf(headerOf(responseHeaders, 'content-type')),
      resourceType: null,
    },
    input: {
      durationMs: from !== null && to !== null && to >= from ? to - from : null,
      request: { method: req.method, path, headers, ...body },
      response: {
        status: resp.status_code,
        headers: responseHeaders.filter(([name]) => !DECODED.has(name.toLowerCase())),
        ...storedBody(resp.body),
      },
      ...(calls.length > 0 && { calls: calls.map(({ from: _, ...call }) => call) }),
    },
  };
}

/** Keploy writes bodies decoded. */
const DECODED = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

const isUsable = ([name, value]: [string, string]) => HEADER_NAME.test(name) && !/[\r\n\0]/.test(value);

/** Path and query; null for anything but a path, http and https. */
function pathOf({ url }: KeployRequest): string | null {
  if (!URL.canParse(url, 'http://target')) return null;
  const parsed = new URL(url, 'http://target');
  return /^https?:$/.test(parsed.protocol) ? parsed.pathname + parsed.search : null;
}

/** The body, or the form that stands in its place; null if that names files. */
function requestBody({ body, form }: KeployRequest, headers: readonly (readonly [string, string])[]) {
  if (body.length > 0 || form.length === 0) return storedBody(body);
  if (form.some(({ paths }) => paths.length > 0)) return null;
  const params = form.flatMap(({ key, values }) =>
    values.map((value) => ({ name: key, value, fileName: null, contentType: null })),
  );
  const built = harRequestBody({
    method: 'POST',
    url: '',
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: [],
    bodySize: -1,
    postData: { mimeType: headerOf(headers, 'content-type') ?? '', text: null, encoding: null, params },
  });
  return built && { body: built.body, bodyEncoding: built.bodyEncoding };
}
