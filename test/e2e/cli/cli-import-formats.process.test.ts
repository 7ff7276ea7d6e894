import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { mockDocument, testDocument, yamlOf } from '../../recordings/domain/importers/keploy/test-set.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';

const { staged } = cliStage();

const peakMiB = (pid: number) =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('replay import of files of other tools (interface 10)', () => {
  test('imports a Keploy test set pinned and with calls, and makes rules of its noise once', async () => {
    const { env, folder, url } = await staged();
    const set = join(folder, 'test-set-0');
    mkdirSync(join(set, 'tests'), { recursive: true });
    writeFileSync(
      join(set, 'tests/test-1.yaml'),
      yamlOf(testDocument(0, { assertions: { noise: { 'body.id': [] } } })),
    );
    const message = (data: string) => [{ message: [{ type: 'string', data }] }];
    const spec = { redisrequests: message('*2\r\n$3\r\nGET\r\n$1\r\nk\r\n'), redisresponses: message('$1\r\nv\r\n') };
    writeFileSync(join(set, 'mocks.yaml'), yamlOf(mockDocument('Redis', 0.5, spec)));

    const args = ['import', set, '--app-id', 'shop', '--pin'];
    const first = await replay(args, env);
    expect(first.stdout, first.stderr).toBe('1 accepted, 0 duplicates, 0 rejected\n');
    expect(first.stderr).toContain('1 ignore rules of the files are stored');
    expect((await replay([...args, '--json'], env)).stdout).toContain('"duplicates":1');

    const get = async (path: string) => (await call(url, 'GET', path)).body as { items: Record<string, string>[] }; // of the list
    const { items } = await get('/api/recorder/apps/shop/cases');
    expect(items).toMatchObject([{ operation: '/orders/{id}', pinned: true, status: 200 }]);
    expect(await get(`/api/recorder/cases/${items[0]?.caseId}`)).toMatchObject({
      calls: [{ kind: 'cache', operation: 'GET', response: 'v' }],
    });
    const rules = await get('/api/apps/shop/compare-rules');
    const own = rules.items.filter(({ origin }) => origin !== 'built-in');
    expect(own).toMatchObject([
      { kind: 'ignore', operation: '/orders/{id}', path: '$.id', comment: 'Noise field of a Keploy test' },
    ]);
  });

  test('refuses hostile files in bounded memory, and imports others afterwards', async () => {
    const { env, folder, url, pid } = await staged();
    const huge = join(folder, 'huge.postman_collection.json');
    writeFileSync(huge, '');
    truncateSync(huge, 1024 ** 3);
    const refused = await replay(['import', huge, '--app-id', 'shop'], env);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('decompresses to more than 32 MiB');

    const send = async (format: string, body: Buffer) => {
      const response = await fetch(`${url}/api/recorder/imports?appId=shop&format=${format}`, {
        method: 'POST',
        headers: { 'x-api-key': ADMIN_KEY },
        body: new Uint8Array(body),
      });
      return [response.status, ((await response.json()) as { errorCode?: string }).errorCode];
    };
    const nodes = `${yamlOf(testDocument(0))}---\na: [${'{},'.repeat(1_000_000)}]\n`;
    const objects = `[${'{},'.repeat(10_000_000)}{}]`;
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = peakMiB(pid);
    expect(await send('keploy', gzipSync(nodes))).toEqual([200, undefined]);
    expect(await send('arex', gzipSync(objects))).toEqual([422, 'UNREADABLE_IMPORT']);
    expect(await send('wiremock', Buffer.concat(Array.from({ length: 16 }, () => zeros)))).toEqual([
      422,
      'UNREADABLE_IMPORT',
    ]);
    expect(peakMiB(pid) - before).toBeLessThan(900);
    expect(await send('keploy', Buffer.from(yamlOf(testDocument(1))))).toEqual([200, undefined]);
  });
});
