import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cliStage, shop, trigger } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

const { sharedStage, target } = cliStage();

const RECORDED_MS = 2;
const DELAY_MS = 20;
const RATIO = 'latency.p95 > 1.2x';

test('--fail-if with a ratio is undecided, and exits with 2, where recordings have no durations', async () => {
  const { env } = await sharedStage();
  const build = await target(shop(() => 10));
  const { code, stdout } = await replay(trigger(build, '--wait', '--json', '--fail-if', RATIO), env);
  expect(JSON.parse(stdout)).toMatchObject({ findings: { state: 'CLEAN' }, failIf: [{ outcome: 'undecided' }] });
  expect(code).toBe(2);
});

test('--fail-if fails a run that is CLEAN, if 20 requests prove that an endpoint is slower', async () => {
  const { env } = await sharedStage();
  const searches = Array.from({ length: 20 }, (_, at) => {
    const path = `/search?q=${at}`;
    return JSON.stringify(recordedGet('shop', path, { path, total: 10 }, { durationMs: RECORDED_MS }));
  });
  expect((await replay(['import', '-', '--json'], env, searches.join('\n'))).code).toBe(0);
  const answer = shop(() => 10);
  const build = await target(async (request, response) => {
    await sleep(DELAY_MS);
    answer(request, response);
  });
  const run = (...conditions: string[]) =>
    replay(trigger(build, '--wait', '--json', ...conditions.flatMap((condition) => ['--fail-if', condition])), env);
  const failed = await run(RATIO, 'requests.failed > 0');
  const { findings, failIf } = JSON.parse(failed.stdout);
  const [slowest] = findings.latency;
  expect(slowest).toEqual({
    operationName: '/search',
    method: 'GET',
    recorded: { p50: RECORDED_MS, p95: RECORDED_MS, p99: RECORDED_MS, n: 20 },
    replayed: expect.objectContaining({ n: 20 }),
    ratio: expect.anything(),
  });
  expect(slowest.ratio.p95).toBeCloseTo(slowest.replayed.p95 / RECORDED_MS, 0);
  expect(slowest.ratio.low).toBeGreaterThanOrEqual((DELAY_MS - 1) / RECORDED_MS);
  expect(findings).toMatchObject({ state: 'CLEAN', latency: { length: 11 } });
  expect(failIf).toMatchObject([
    {
      condition: RATIO,
      outcome: 'holds',
      message: expect.stringMatching(/^GET \/search .* few requests: 10 endpoints/),
    },
    { condition: 'requests.failed > 0', outcome: 'does not hold', message: 'it is 0' },
  ]);
  expect(failed.code, failed.stderr).toBe(1);
  expect((await run('requests.failed > 0')).code).toBe(0);
});
