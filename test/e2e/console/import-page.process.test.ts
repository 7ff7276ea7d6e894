import { describe, expect, test } from 'vitest';
import { testDocument, yamlOf } from '../../recordings/domain/importers/keploy/test-set.ts';
import { BROWSER_HAR, STATIC_HAR } from '../../support/browser-har.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { textOf } from './report-stage.ts';

const stage = serviceAndTarget((_, response) => json(response, {}));

/** Sends the form as a browser without scripts does. */
async function sent(
  appId: string,
  files: Record<string, string>,
  fields: readonly (readonly [string, string])[] = [],
  key = ADMIN_KEY,
) {
  const form = new FormData();
  for (const [name, value] of [['format', 'by-name'], ...fields] as const) form.append(name, value);
  for (const [name, text] of Object.entries(files)) form.append('file', new File([text], name));
  const response = await fetch(`${stage.service.url}/console/apps/${appId}/import`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}
const operationsOf = async (appId: string): Promise<string[]> =>
  (await call(stage.service.url, 'GET', `/api/recorder/apps/${appId}/operations`)).body.items
    .map(({ operation }: { operation: string }) => operation)
    .sort();
const checkboxes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"( checked)?`, 'g'))].map(([, value, checked]) => [
    value,
    checked !== undefined,
  ]);
const CONFIRMED = [
  ['confirmed', 'on'],
  ['choosesHosts', 'on'],
  ['step', 'import'],
] as const;

describe('the import page (interface 13)', () => {
  test('shows hosts with counts and what is left out and why, then imports the selection', async () => {
    const { status, html, text } = await sent('shop', { 'browser.har': BROWSER_HAR });
    expect(status).toBe(200);
    expect(text).toContain('Preview: nothing is stored yet.');
    expect(text).toContain('browser.har : 3 would be imported, 4 left out, 1 rejected.');
    expect(checkboxes(html, 'hosts')).toEqual([
      ['*', false],
      ['shop.test', true],
      ['api.test', false],
      ['cdn.test', false],
      ['www.google-analytics.com', false],
    ]);
    expect(text).toContain('cdn.test : 0 of 2 requests');
    expect(text).toContain('static files (scripts, styles, images, fonts, media): 2, such as GET /app.js');
    expect(text).toContain('requests to other hosts: 1, such as GET /prices');
    expect(text).toContain('rejected, the request was never answered (status 0): 1');
    expect(checkboxes(html, 'keep')).toEqual([
      ['analytics', false],
      ['static', false],
    ]);
    expect(html).not.toContain('Start a run');
    expect(await operationsOf('shop')).toEqual([]);

    const chosen = [...CONFIRMED, ['hosts', 'shop.test'], ['hosts', 'api.test'], ['exclude', '/cart\r\n']] as const;
    const taken = await sent('shop', { 'browser.har': BROWSER_HAR }, chosen);
    expect(taken.text).toContain('browser.har : 3 imported, 0 already there, 5 left out.');
    expect(taken.text).toContain('requests that match an exclude pattern: 1');
    expect(taken.html).toContain('Start a run');
    expect(await operationsOf('shop')).toEqual(['/orders/{id}', '/prices']);
  });

  test('repeats a preview with other choices, which it keeps', async () => {
    const { html, text } = await sent('again', { 'browser.har': BROWSER_HAR }, [
      ['confirmed', 'on'],
      ['choosesHosts', 'on'],
      ['step', 'preview'],
      ['hosts', '*'],
      ['keep', 'static'],
      ['include', '/app*'],
    ]);
    expect(text).toContain('browser.har : 2 would be imported');
    expect(checkboxes(html, 'hosts')[0]).toEqual(['*', true]);
    expect(checkboxes(html, 'keep')).toContainEqual(['static', true]);
    expect(html).toContain('/app*</textarea>');
    expect(await operationsOf('again')).toEqual([]);
  });

  test('requires at least one host', async () => {
    const { status, text } = await sent('none', { 'browser.har': BROWSER_HAR }, CONFIRMED);
    expect(status).toBe(422);
    expect(text).toContain('Choose at least one host.');
    expect(await operationsOf('none')).toEqual([]);
  });

  test('names an unusable pattern', async () => {
    const { status, text } = await sent('pattern', { 'browser.har': BROWSER_HAR }, [
      ['confirmed', 'on'],
      ['step', 'preview'],
      ['include', 'orders'],
    ]);
    expect(status).toBe(422);
    expect(text).toContain('Include is missing or invalid.');
  });

  test('says why nothing was imported, and offers no replay', async () => {
    const preview = await sent('static', { 'static.har': STATIC_HAR });
    expect(preview.text).toContain('static.har : nothing would be imported, 2 left out, 0 rejected.');
    const fields = [...CONFIRMED, ['hosts', 'shop.test']] as const;
    const { html, text } = await sent('static', { 'static.har': STATIC_HAR }, fields);
    expect(text).toContain('static.har : 0 imported, 0 already there, 2 left out. There is nothing to replay.');
    expect(text).toContain('media): 2');
    expect(html).toContain('<details open>');
    expect(html).not.toContain('Start a run');
    const empty = await sent('static', { 'empty.har': '{"log":{"entries":[]}}' });
    expect(empty.text).toContain('0 imported, 0 already there, 0 left out. The file contains no request.');
    expect(empty.html).not.toContain('Start a run');
  });

  const exchange = (method: string, path: string, mimeType: string, text: string) => ({
    startedDateTime: '2026-11-20T10:00:00.000Z',
    request: { method, url: `http://shop.test${path}`, postData: { mimeType: '', text: '{"password":"p"}' } },
    response: { status: 200, content: { mimeType, text } },
  });
  const harOf = (...entries: unknown[]) => JSON.stringify({ log: { entries } });
  const SIX_MIB = 'x'.repeat(6 * 1024 * 1024);

  test('accepts a HAR with more than 6 MiB of static files, and names another way for other large files', async () => {
    const script = exchange('GET', '/app.js', 'text/javascript', SIX_MIB);
    const large = await sent(
      'large',
      { 'large.har': harOf(script, exchange('GET', '/a', 'text/plain', 'a')) },
      CONFIRMED.slice(0, 1),
    );
    expect(large.text).toContain('large.har : 1 imported, 0 already there, 1 left out.');
    const { status, text } = await sent('larger', {
      'larger.har': harOf(exchange('GET', '/a', 'text/plain', SIX_MIB)),
    });
    expect(status).toBe(422);
    expect(text).toContain('larger.har was not imported: the file has more than 6 MiB');
    expect(text).toContain('npm run -s replay -- import sends a file of any size in parts');
  });

  test('says where Chrome exports credentials if a HAR has none, before and after the import', async () => {
    const file = { 'login.har': harOf(exchange('POST', '/login', '', '{}'), exchange('GET', '/me', '', '{}')) };
    const fields = [...CONFIRMED, ['hosts', 'shop.test']] as const;
    const preview = fields.map(([name, value]) => [name, name === 'step' ? 'preview' : value] as const);
    for (const given of [preview, fields]) {
      const { text } = await sent('login', file, given);
      expect(text).toContain('login.har has no credentials.');
      expect(text).toContain('Export HAR (with sensitive data)');
    }
    const { text } = await sent('login', { 'browser.har': BROWSER_HAR });
    expect(text).not.toContain('has no credentials');
  });

  const NOISE = yamlOf(testDocument(0, { assertions: { noise: { 'header.Date': [], 'body.id': [] } } }));

  test('lists the rules of a file before and after they are stored', async () => {
    const preview = await sent('noise', { 'tests.yaml': NOISE }, [
      ['confirmed', 'on'],
      ['step', 'preview'],
    ]);
    expect(preview.text).toContain('Ignore rules that would be stored: 2.');
    const { html, text } = await sent('noise', { 'tests.yaml': NOISE });
    expect(text).toContain('Ignore rules stored: 2.');
    expect(text).toContain('$.date in headers of every endpoint');
    expect(text).toContain('$.id in the body of /orders/{id}');
    expect(html).toContain('href="/console/apps/noise/rules"');
  });

  test('shows a recorder without the scope write which rules were not stored', async () => {
    const created = await call(stage.service.url, 'POST', '/api/api-keys', { name: 'recorder', scopes: ['record'] });
    const { text } = await sent('unwritten', { 'tests.yaml': NOISE }, [], created.body.body.key);
    expect(text).toContain('Ignore rules not stored: 2. The scope write is required.');
    expect(text).toContain('$.id in the body of /orders/{id}');
  });

  test('imports a file without a second step if nothing is left out', async () => {
    const har = JSON.stringify({
      log: {
        entries: [
          {
            request: { method: 'GET', url: 'https://shop.test/a' },
            response: { status: 200, content: { text: '{}' } },
          },
        ],
      },
    });
    const { html, text } = await sent('whole', { 'whole.har': har, 'broken.har': '{' });
    expect(text).toContain('whole.har : 1 imported');
    expect(text).toContain('broken.har was not imported');
    expect(html).toContain('Start a run');
  });
});
