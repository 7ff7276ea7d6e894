import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { BROWSER_HAR, STATIC_HAR } from '../../support/browser-har.ts';
import { call } from '../../support/running-service.ts';

const { staged } = cliStage();

async function stagedFile(text: string) {
  const stage = await staged();
  const file = join(stage.folder, 'session.har');
  writeFileSync(file, text);
  return { ...stage, args: ['import', file, '--app-id', 'shop'] };
}
const operationsOf = async (url: string) =>
  (await call(url, 'GET', '/api/recorder/apps/shop/operations')).body.items
    .map(({ operation }: { operation: string }) => operation)
    .sort();

describe('the filter of replay import', () => {
  test('shows in a preview what would be imported, before it is stored', async () => {
    const { env, url, args } = await stagedFile(BROWSER_HAR);
    const preview = await replay([...args, '--preview', '--json'], env);
    expect(preview.code, preview.stderr).toBe(0);
    expect(preview.stderr).toMatch(/100 % .*: 3 would be imported/);
    expect(JSON.parse(preview.stdout)).toMatchObject({
      preview: { count: 3, samples: ['GET /orders/{id}', 'GET /cart'] },
      rejected: [{ index: 3 }],
      leftOut: [
        { rule: 'analytics', count: 1 },
        { rule: 'static', count: 2 },
        { rule: 'host', count: 1 },
      ],
      hosts: [
        { host: 'shop.test', exchanges: 3, eligible: 3, selected: true },
        { host: 'api.test', exchanges: 1, eligible: 1, selected: false },
        { host: 'cdn.test', exchanges: 2, eligible: 0, selected: false },
        { host: 'www.google-analytics.com', exchanges: 1, eligible: 0, selected: false },
      ],
    });
    const text = (await replay([...args, '--preview'], env)).stdout;
    expect(text).toContain('3 would be imported, such as GET /orders/{id}, GET /cart');
    expect(text).toContain('* shop.test: 3 of 3');
    expect(text).toContain('cdn.test: 0 of 2');
    expect((await call(url, 'GET', '/api/recorder/apps')).body.items).toEqual([]);

    const taken = await replay(args, env);
    expect(taken.stdout).toBe('3 accepted, 0 duplicates, 1 rejected, 4 left out\n');
    expect(taken.stderr).toContain('static files (scripts, styles, images, fonts, media): 2');
    expect(await operationsOf(url)).toEqual(['/cart', '/orders/{id}']);
    const more = await replay([...args, '--host', 'api.*', '--host', 'shop.test', '--json'], env);
    expect(JSON.parse(more.stdout)).toMatchObject({ accepted: 1, duplicates: 3 });
  });

  test.for<[more: string[], operations: string[]]>([
    [
      ['--host', '*', '--exclude', 'GET /orders/*'],
      ['/cart', '/prices'],
    ],
    [['--include', '/orders/*', '--include', '/prices'], ['/orders/{id}']],
    [
      ['--host', 'cdn.test', '--keep', 'static'],
      ['/app.css', '/app.js'],
    ],
  ])('selects by its options: %j imports %j', async ([more, operations]) => {
    const { env, url, args } = await stagedFile(BROWSER_HAR);
    const { code, stderr } = await replay([...args, ...more], env);
    expect(code, stderr).toBe(0);
    expect(await operationsOf(url)).toEqual(operations);
  });

  test('selects the host over the whole file, also where its parts differ', async () => {
    const entries = (host: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        request: { method: 'GET', url: `https://${host}/${host}/${n}` },
        response: { status: 200, content: { text: '{}' } },
      }));
    const har = { log: { entries: [...entries('first.test', 600), ...entries('second.test', 700)] } };
    const { env, url, args } = await stagedFile(JSON.stringify(har));
    const { stdout } = await replay([...args, '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({ accepted: 700, leftOut: [{ rule: 'host', count: 600 }] });
    expect(await operationsOf(url)).toEqual(['/second.test/{id}']);
    const sampled = await replay([...args, '--sample', '0.2', '--host', '*', '--json'], env);
    const { accepted, duplicates, leftOut } = JSON.parse(sampled.stdout);
    expect(accepted + duplicates + leftOut[0].count).toBe(1300);
    expect(accepted + duplicates).toBeGreaterThan(180);
    expect(accepted + duplicates).toBeLessThan(340);
    const again = JSON.parse((await replay([...args, '--sample', '0.2', '--host', '*', '--json'], env)).stdout);
    expect(again).toMatchObject({ accepted: 0, duplicates: accepted + duplicates });
  });

  test('says why nothing was imported, and exits with 2', async () => {
    const { env, args } = await stagedFile(STATIC_HAR);
    const { code, stdout, stderr } = await replay(args, env);
    expect(code).toBe(2);
    expect(stdout).toBe('0 accepted, 0 duplicates, 0 rejected, 2 left out\n');
    expect(stderr).toContain('left out: static files (scripts, styles, images, fonts, media): 2');
    expect(stderr).toContain('Nothing was imported');
    expect((await replay([...args, '--preview'], env)).code).toBe(2);
  });

  test.for<[more: string[], message: RegExp]>([
    [['--sample', '0'], /fraction above 0 to 1/],
    [['--include', 'orders'], /must be a path/],
    [['--host', 'https://shop.test'], /must be a host/],
    [['--keep', 'images'], /one of preflight, grpc, streaming, analytics, static/],
  ])('refuses %j before the file is read', async ([more, message]) => {
    const { code, stderr } = await replay(['import', '/nowhere.har', '--app-id', 'shop', ...more], {});
    expect(code).toBe(64);
    expect(stderr).toMatch(message);
  });

  test('does not apply to cases', async () => {
    const { code, stderr } = await replay(['import', 'cases.ndjson', '--include', '/a'], {
      SVC_URL: 'http://127.0.0.1:9',
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain('cases are stored as they are');
  });
});
