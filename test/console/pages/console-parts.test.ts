import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import { bodyView } from '../../../functions/platform/pages-shell/body-view.ts';
import { field, noticeOf } from '../../../functions/platform/pages-shell/form-parts.ts';
import { numberOf, pairsOf } from '../../../functions/platform/pages-shell/form-values.ts';
import { pager, percent, table } from '../../../functions/platform/pages-shell/list-parts.ts';
import { errorsOf, refusalOf } from '../../../functions/platform/pages-shell/refusal.ts';
import { formatOf } from '../../../functions/recordings/pages/parts/import-form.ts';

const evil = '"><script>alert(1)</script>';

describe('the parts of pages (interface 13)', () => {
  test.for([
    ['targetEnv is missing', { targetEnv: 'TargetEnv is missing.' }],
    ['load.maxQps is missing', { maxQps: 'Load.maxQps is missing.' }],
    ['there is no such run', { form: 'There is no such run.' }],
    ['trace is not a field here!', { form: 'Trace is not a field here!' }],
    [null, {}],
  ] as const)('show the refusal %j beside the field that it names', ([message, errors]) => {
    expect(errorsOf(message, ['targetEnv', 'maxQps'])).toEqual(errors);
  });

  test('name the field of a refusal by its label', () => {
    const labels = { maxQps: 'Most requests a second' };
    const errorsFor = (message: string) => errorsOf(message, ['targetEnv', 'maxQps'], labels);
    expect(errorsFor('load.maxQps is missing')).toEqual({ maxQps: 'Most requests a second is missing.' });
    expect(errorsFor('targetEnv is missing')).toEqual({ targetEnv: 'TargetEnv is missing.' });
    expect(errorsFor('maxQpsX is missing')).toEqual({ form: 'MaxQpsX is missing.' });
  });

  test.for([
    [{ status: 200, body: { errorCode: null, errorMessage: null } }, null],
    [
      { status: 200, body: { errorCode: 'NOT_FOUND', errorMessage: 'there is no such channel' } },
      'there is no such channel',
    ],
    [{ status: 200, body: { result: 2, desc: 'no endpoint' } }, 'no endpoint'],
    [{ status: 200, body: { result: 1, desc: 'success' } }, null],
    [{ status: 200, body: { responseStatusType: { responseCode: 0, responseDesc: 'success' } } }, null],
    [
      { status: 400, body: { responseStatusType: { responseCode: 1, responseDesc: 'name is wrong' } } },
      'name is wrong',
    ],
    [{ status: 500, body: null }, 'the service refused the request'],
  ] as const)('find the refusal of %j: %s', ([response, refused]) => {
    expect(refusalOf(response)).toBe(refused);
  });

  test.for([
    ['by-name', 'traffic.har', 'har'],
    ['by-name', 'traffic.gor', 'goreplay'],
    ['by-name', 'traffic.gor.gz', 'goreplay'],
    ['by-name', 'traffic.txt', ''],
    ['by-name', 'traffic.tar.gz', ''],
    ['by-name', 'test-1.yaml', 'keploy'],
    ['by-name', 'keploy-set.tar.gz', 'keploy'],
    ['by-name', 'shop.postman_collection.json', 'postman'],
    ['by-name', 'wiremock.zip', 'wiremock'],
    ['by-name', 'arex-mockers.json', 'arex'],
    ['har', 'traffic.txt', 'har'],
  ])('derive from the format %s and the name %s the format %j', ([chosen = '', name = '', format]) => {
    expect(formatOf(chosen, name)).toBe(format);
  });

  test('link a list to its first and its next page', async () => {
    const url = new URL('http://localhost/console/audit?user=ann&cursor=b');
    const html = String(await pager({ url }, 'c'));
    expect(
      html
        .replaceAll(/<[^>]*>/g, ' ')
        .split(/ {2,}/)
        .filter(Boolean),
    ).toEqual(['First page', 'Next page']);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/console/audit?user=ann',
      '/console/audit?user=ann&amp;cursor=c',
    ]);
    expect(pager({ url: new URL('http://localhost/console/audit') }, null)).toBeNull();
  });

  test('keep invalid numbers for the endpoint to refuse', () => {
    const form = new FormData();
    for (const [name, value] of [
      ['a', '12'],
      ['b', 'ten'],
      ['c', ' '],
    ] as const)
      form.set(name, value);
    expect(['a', 'b', 'c', 'd'].map((name) => numberOf(form, name))).toEqual([12, 'ten', undefined, undefined]);
    expect(pairsOf(['a: b: c', 'd'], ':')).toEqual({ a: 'b: c', d: '' });
  });

  test.for([
    ['1', '100 %'],
    ['0.999999', '99.9 %'],
    ['0.9731', '97.3 %'],
    ['0.1115', '11.1 %'],
    ['0.5', '50.0 %'],
    ['0.0005', '0.05 %'],
    ['0', '0 %'],
  ])('show a share of %s as %s, and only all of it as 100 %', ([share, text]) => {
    expect(percent(Number(share))).toBe(text);
  });

  test.for<[string, string]>([
    ['saved', 'It is saved.'],
    ['', ''],
    ['other', ''],
    ['constructor', ''],
    ['__proto__', ''],
  ])('show only known flash messages: %j', async ([done, text]) => {
    const message = await noticeOf({ saved: 'It is saved.' }, new URLSearchParams({ done }));
    expect(message === null ? '' : String(message)).toContain(text);
    expect(message === null).toBe(text === '');
  });

  test('show a deep body in few characters', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const shown = await bodyView({ body: deep, bodyEncoding: 'utf8' }, null);
    expect(String(shown).length).toBeLessThan(5_000_000);
  });

  test('show JSON with its numbers as written and any other body unchanged, all escaped', async () => {
    const shown = async (body: string) =>
      String(await bodyView({ body, bodyEncoding: 'utf8' }, null)).replaceAll(/<\/?span[^>]*>/g, '');
    expect(await shown('{"a":1.50,"b":[],"c":[1e400,{"d":null}]}')).toContain(
      '{\n  &quot;a&quot;: 1.50,\n  &quot;b&quot;: [],\n  &quot;c&quot;: [\n    1e400,\n    {\n      &quot;d&quot;: null\n    }\n  ]\n}',
    );
    expect(await shown(evil)).toContain('&quot;&gt;&lt;script&gt;');
    expect(String(await bodyView({ body: 'x'.repeat(100_001), bodyEncoding: 'utf8' }, '/whole'))).toContain(
      'href="/whole"',
    );
    expect(String(await bodyView({ body: 'AAAA', bodyEncoding: 'base64' }, '/whole'))).toContain(
      '3 bytes that are not text',
    );
  });

  test('offer no value with invisible characters in a field', async () => {
    const list = ['/a', '/b\u200b', '/c\u2800', { value: 'd\u202e', text: 'D' }, { value: 'e', text: 'E\u202e' }];
    const offered = [
      ...String(await field({ name: 'a', label: 'A', list })).matchAll(/<option[^>]*>(?:[^<]*<\/option>)?/g),
    ];
    expect(offered.map(([option]) => option.replace('</option>', ''))).toEqual([
      ...['<option value="/a">', '<option value="e">E\\u202e'],
    ]);
  });

  test('escape what users entered in fields and tables', async () => {
    const parts = [
      field({ name: 'a', label: evil, value: evil, hint: evil, error: evil, placeholder: evil }),
      table({ caption: evil, columns: [{ name: evil }, { name: evil }], rows: [[evil, evil]], empty: '' }),
    ];
    for (const part of await Promise.all(parts)) expect(String(part)).not.toContain('<script>');
  });
});

test('pages call only endpoints that exist', () => {
  const known = new Set(
    CAPABILITIES.flatMap(({ endpoints }) => endpoints).map(({ method, path }) => `${method} ${path}`),
  );
  const asked = globSync('functions/**/pages/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/ask\(\s*'([A-Z]+)',\s*'([^']+)'/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});

test('each page has a unique method and path', () => {
  const pages = CAPABILITIES.flatMap((capability) => capability.pages);
  const names = pages.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
  expect(new Set(names).size).toBe(names.length);
});
