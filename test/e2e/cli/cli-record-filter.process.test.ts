import { describe, expect, test } from 'vitest';
import { exchangeFilter, TAKE_EVERYTHING } from '../../../functions/recordings/domain/filter/exchange-filter.ts';
import { casesOf, recordStage } from './record-stage.ts';

const { recording } = recordStage();

describe('the filter of `replay record`', () => {
  test('passes requests through that rules and patterns leave out, and counts them by reason', async () => {
    const { base, end, env, command, target } = await recording({ more: ['--exclude', 'GET /echo/health*'] });
    const sent: [string, RequestInit][] = [
      ['/echo/app.js', {}],
      ['/echo/orders', { method: 'OPTIONS', headers: { 'access-control-request-method': 'PUT' } }],
      ['/echo/health?full=1', {}],
      ['/echo/health', { method: 'POST', body: 'x' }],
      ['/echo/orders', {}],
    ];
    for (const [path, init] of sent) expect((await fetch(`${base}${path}`, init)).status).toBe(200);
    expect(target.seen).toHaveLength(5);
    expect(await end()).toMatchObject({
      recorded: 2,
      stored: 2,
      leftOut: [
        { rule: 'preflight', count: 1 },
        { rule: 'static', count: 1 },
        { rule: 'exclude', count: 1 },
      ],
    });
    expect((await command.ended).stderr).toContain('requests that match an exclude pattern: 1');
    const taken = (await casesOf(env)).map(({ request }) => `${request.method} ${request.path}`).sort();
    expect(taken).toEqual(['GET /echo/orders', 'POST /echo/health']);
  });

  test('selects the same traces every time with --include and --sample, and keeps with --keep', async () => {
    const traces = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(32, 'a'));
    const { ofSample } = exchangeFilter({ ...TAKE_EVERYTHING, sample: 0.5 });
    const wanted = traces.filter((traceId) => ofSample(traceId) === null);
    const { base, end, env } = await recording({
      more: ['--include', '/echo/*.png', '--keep', 'static', '--sample', '0.5'],
    });
    for (const traceId of traces) {
      const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
      await (await fetch(`${base}/echo/a.png`, { headers })).text();
      await (await fetch(`${base}/echo/b`, { headers })).text();
    }
    const { leftOut } = (await end()) as unknown as { leftOut: object[] }; // the result of the command
    expect(leftOut).toMatchObject([
      { rule: 'include', count: 20 },
      { rule: 'sample', count: 20 - wanted.length },
    ]);
    expect((await casesOf(env)).map(({ traceId }) => traceId).sort()).toEqual(wanted.sort());
  });
});
