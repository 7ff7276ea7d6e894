import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operationName } from '../../../functions/recordings/domain/operation-name.ts';
import { rpcOperation } from '../../../functions/recordings/domain/rpc-operation.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const request = (body: string | null, type: string, change = {}) => ({
  method: 'POST',
  path: '/graphql',
  headers: [['Content-Type', type]] as [string, string][],
  body,
  bodyEncoding: 'utf8' as const,
  ...change,
});
const ofJson = (body: unknown, change = {}) => rpcOperation(request(JSON.stringify(body), 'application/json', change));

describe('the operation of a GraphQL request', () => {
  const anonymous = '{ me { id } }';
  const hash = createHash('sha256').update(anonymous).digest('hex');

  test.for<[string, unknown, string | null]>([
    ['by operationName', { query: 'query A { a } query B { b }', operationName: 'B' }, 'B'],
    ['by the only name of its document', { query: 'query Search($q: String) { items(q: $q) { id } }' }, 'Search'],
    ['a mutation after comments', { query: '# one\n  # two\nmutation Add { add }' }, 'Add'],
    ['a name before directives', { query: 'query Live @live { a }' }, 'Live'],
    ['without a name: the digest of its document', { query: anonymous }, digest(anonymous)],
    [
      'several names and no operationName',
      { query: 'query A { a } query B { b }' },
      digest('query A { a } query B { b }'),
    ],
    ['a fragment is not an operation', { query: 'fragment F on T { a } query A { ...F }' }, 'A'],
    ['an empty operationName', { query: anonymous, operationName: '' }, digest(anonymous)],
    ['an operationName that is not a name', { query: anonymous, operationName: 'a b' }, digest('a b')],
    ['a persisted query by name', { operationName: 'Me', extensions: { persistedQuery: { sha256Hash: hash } } }, 'Me'],
    [
      'a persisted query as its document',
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } },
      digest(anonymous),
    ],
    ['a persisted id of another form', { documentId: 'me-1' }, digest('me-1')],
    ['a batch', [{ query: 'query A { a }' }, { query: 'query B { b }' }, { query: 'query A { a }' }], 'A+B'],
    ['a batch with anything else', [{ query: 'query A { a }' }, { x: 1 }], null],
    ['a search', { query: 'red shoes' }, null],
    ['a search with JSON in a string', { query: '{"match": {"a": 1}}' }, null],
    ['a body without one', { name: 'x' }, null],
    ['an empty batch', [], null],
  ])('is found %s', ([, body, expected]) => {
    expect(ofJson(body)).toBe(expected);
  });

  test('is one digest for many operations of a batch', () => {
    const names = Array.from({ length: 9 }, (_, at) => `Op${at}`);
    expect(ofJson(names.map((name) => ({ query: `query ${name} { a }` })))).toBe(digest(names.join('+')));
  });

  test('is found in other bodies and in the query of a GET', () => {
    expect(rpcOperation(request('query Me { me }', 'application/graphql'))).toBe('Me');
    const body = Buffer.from('{"query":"query Me { me }"}').toString('base64');
    expect(rpcOperation(request(body, 'application/graphql+json', { bodyEncoding: 'base64' }))).toBe('Me');
    const get = (path: string) => rpcOperation(request(null, '', { method: 'GET', path }));
    expect(get(`/graphql?query=${encodeURIComponent('query Me { me }')}`)).toBe('Me');
    expect(
      get(
        `/graphql?operationName=Me&extensions=${encodeURIComponent(JSON.stringify({ persistedQuery: { sha256Hash: hash } }))}`,
      ),
    ).toBe('Me');
    const upload = (name: string, more = '') =>
      `--b1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n{"query":"mutation Add($f: Upload!) { add(f: $f) }"}\r\n--b1\r\n${more}`;
    const ofUpload = (content: string, type = 'multipart/form-data; boundary=b1') =>
      rpcOperation(request(content, type));
    expect(ofUpload(upload('operations', 'x'.repeat(2_000_000)))).toBe('Add');
    expect(ofUpload(upload('note'))).toBeNull();
    expect(ofUpload(upload('operations'), 'multipart/form-data; boundary=other')).toBeNull();
    expect(get('/search?query=shoes')).toBeNull();
    expect(get('/search')).toBeNull();
  });
});

describe('the operation of other protocols', () => {
  test.for<[string, unknown, string | null]>([
    ['JSON-RPC', { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [] }, 'eth_getBalance'],
    ['a method that is not a word', { jsonrpc: '2.0', method: 'a b' }, digest('a b')],
    [
      'a batch',
      [
        { jsonrpc: '2.0', method: 'a.one' },
        { jsonrpc: '2.0', method: 'b.two' },
      ],
      'a.one+b.two',
    ],
    ['a body with a method alone', { method: 'card', amount: 1 }, null],
  ])('is found for %s', ([, body, expected]) => {
    expect(ofJson(body)).toBe(expected);
  });

  const envelope = (inner: string) =>
    `<?xml version="1.0"?><soap:Envelope xmlns:soap="x"><soap:Header/><soap:Body>\n  ${inner}</soap:Body></soap:Envelope>`;

  test('is found for SOAP by its action, or else by the content of the envelope', () => {
    const soap = (type: string, more: [string, string][] = [], body = envelope('<m:GetStock xmlns:m="y"/>')) =>
      rpcOperation(request(body, type, { headers: [['content-type', type], ...more] }));
    expect(soap('text/xml; charset=utf-8', [['SOAPAction', '"urn:stock#Get"']])).toBe('urn:stock#Get');
    expect(soap('application/soap+xml; charset=utf-8; action="urn:Get"')).toBe('urn:Get');
    expect(soap('text/xml', [['SOAPAction', '""']])).toBe('GetStock');
    expect(soap('text/xml', [], '<feed><entry/></feed>')).toBeNull();
  });

  test('is found in time also in hostile bodies', () => {
    const begun = performance.now();
    for (const body of ['<Body '.repeat(150_000), '<Body>'.repeat(150_000), `<Envelope ${'<a:Body> '.repeat(100_000)}`])
      rpcOperation(request(body, 'text/xml'));
    for (const query of ['query '.repeat(150_000), `query${' '.repeat(900_000)}`, '# '.repeat(400_000)])
      ofJson({ query });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

test.for([
  [null, '/graphql#Search'],
  ['/api/{tenant}/graphql', '/api/{tenant}/graphql#Search'],
  ['/graphql#Own', '/graphql#Own'],
  ['search', 'search'],
])('operationName joins the given name %s to %s', ([given, expected]) => {
  expect(operationName(given ?? null, { method: 'POST', path: '/graphql', rpc: 'Search' }, 'path')).toBe(expected);
});
