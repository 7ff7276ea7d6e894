import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage, shop, trigger } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { call } from '../../support/running-service.ts';

const { staged, target } = cliStage();

describe('replay import (interface 10)', () => {
  test('imports a HAR above the limit in parts, pinned and without duplicates, and locates broken entries', async () => {
    const { env, folder } = await staged();
    const entry = (n: number) => ({
      startedDateTime: `2026-01-01T10:00:${String(n).padStart(2, '0')}.000Z`,
      time: 1,
      request: { method: 'GET', url: n === 40 ? 'ftp://shop.test/x' : `http://shop.test/orders/${n}`, headers: [] },
      response: {
        status: 200,
        headers: [],
        content: { mimeType: 'application/json', text: JSON.stringify({ n, pad: 'x'.repeat(120_000) }) },
      },
    });
    const file = join(folder, 'session.har');
    writeFileSync(
      file,
      JSON.stringify({ log: { version: '1.2', entries: Array.from({ length: 60 }, (_, n) => entry(n)) } }),
    );
    const args = ['import', file, '--app-id', 'shop', '--pin'];
    const first = await replay([...args, '--json'], env);
    expect(JSON.parse(first.stdout), first.stderr).toMatchObject({
      accepted: 59,
      duplicates: 0,
      rejected: [{ file, index: 40 }],
    });
    expect((await replay(args, env)).stdout).toBe('0 accepted, 59 duplicates, 1 rejected\n');
    const { items } = JSON.parse((await replay(['cases', 'list', 'shop', '--json', '--limit', '100'], env)).stdout);
    expect(items.filter(({ pinned }: { pinned: boolean }) => pinned)).toHaveLength(59);
  });
});

describe('replay logs (spec 4.9, rule 5)', () => {
  test('prints the rows around the recording and the replay of a request, and none between', async () => {
    const { env, url } = await staged();
    const traceId = 'ab'.repeat(16);
    const recordedAt = Date.now() - 3_600_000;
    await call(url, 'POST', '/api/recorder/cases', [
      recordedGet('shop', '/orders/1', { total: 1 }, { traceId, recordedAt: new Date(recordedAt).toISOString() }),
    ]);
    const run = await replay(trigger(await target(shop(() => 1)), '--wait', '--json'), env);
    const { planId } = JSON.parse(run.stdout);
    const rowAt = (time: number, body: string) => ({
      timeUnixNano: `${time}000000`,
      severityText: 'INFO',
      body: { stringValue: body },
      traceId,
    });
    const minute = 60_000;
    const logRecords = [
      rowAt(recordedAt - 3 * minute, 'before'),
      rowAt(recordedAt, 'recorded \u001b[31m'),
      rowAt(recordedAt + 30 * minute, 'between'),
      rowAt(Date.now(), 'replayed'),
    ];
    await call(url, 'POST', '/v1/logs', { resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords }] }] });

    const bodies = async (...args: string[]) =>
      JSON.parse((await replay(['logs', ...args, '--json'], env)).stdout).rows.flatMap(
        ({ source, body }: { source: string; body: string }) => (source === 'app' ? [body] : []),
      );
    expect(await bodies(`${planId}:0`)).toEqual(['recorded \u001b[31m', 'replayed']);
    const since = new Date(recordedAt).toISOString();
    expect(
      await bodies(traceId, '--since', since, '--until', new Date(recordedAt + 30 * minute).toISOString()),
    ).toEqual(['recorded \u001b[31m']);
    const text = (await replay(['logs', `${planId}:0`], env)).stdout;
    expect(text).toContain('replayed');
    expect(text).not.toContain('\u001b');
  });
});
