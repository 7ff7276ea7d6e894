import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json, openTarget, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const REQUESTS = 40;
/** Stock has moved since the recording. */
const stage = serviceAndTarget((_, response) => json(response, { stock: 9 }));

async function runningBuild() {
  const baseline = await openTarget((_, response) => json(response, { stock: 9 }));
  onTestFinished(() => baseline.close());
  return baseline;
}

function trigger(baseline: string, ...more: string[]) {
  const env = { SVC_URL: stage.service.url, SVC_TOKEN: ADMIN_KEY };
  const given = ['--app-id', 'shop', '--target-env', stage.target.url, '--baseline', baseline];
  return replay(['trigger', ...given, '--wait', ...more], env);
}

beforeAll(async () => {
  const cases = Array.from({ length: REQUESTS }, (_, index) =>
    recordedGet('shop', `/p${index % 12}/item?${index}`, { stock: 14 }),
  );
  await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
});

describe('trigger --baseline', () => {
  test('compares with a running build', async () => {
    const baseline = await runningBuild();
    const { code, stdout } = await trigger(baseline.url);
    expect(stdout).toContain('CLEAN');
    expect(code).toBe(0);
    expect(baseline.seen).toHaveLength(REQUESTS);
  });

  test('compares with the recordings by none, whatever the application has', async () => {
    const baseline = await runningBuild();
    const setting = (baselineEnv: string) =>
      call(stage.service.url, 'PUT', '/api/apps/shop/settings', { replay: { baselineEnv } });
    expect((await setting(baseline.url)).status).toBe(200);
    expect((await trigger('none')).stdout).toContain('NEEDS_ACTION');
    expect(baseline.seen).toEqual([]);
    expect((await setting('none')).status).toBe(200);
  });

  test('gives the report the limit of its condition, and no other condition does', async () => {
    const { url } = stage.service;
    const baseline = await runningBuild();
    const limitOf = async ({ stderr }: { stderr: string }) => {
      const planId = /^run (\w+) of shop/m.exec(stderr)?.[1];
      const { latencyLimit, reportUrl } = (await call(url, 'GET', `/api/replays/${planId}`)).body;
      const report = await (await fetch(`${reportUrl}?tab=latency`)).text();
      return [latencyLimit, /Limit of this run: p95 at most [^,]+|No limit is set/.exec(report)?.[0]];
    };
    const slower = ['--fail-if', 'latency.p95 > 1.5x'];
    expect(await limitOf(await trigger(baseline.url, ...slower, '--fail-if', 'requests.failed > 7'))).toEqual([
      1.5,
      'Limit of this run: p95 at most 1.5× of the running build',
    ]);
    expect(await limitOf(await trigger(baseline.url, '--fail-if', 'requests.failed > 7'))).toEqual([
      undefined,
      'No limit is set',
    ]);
  });

  test('refuses what is not an address', async () => {
    const { code, stderr } = await trigger('main');
    expect([code, stderr]).toEqual([64, expect.stringContaining('--baseline')]);
  });
});
