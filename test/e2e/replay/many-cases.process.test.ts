import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const CASES = 10_000;

const padding = 'x'.repeat(1800);

const stage = serviceAndTarget(({ url }, response) => json(response, { url, padding, wrong: url.endsWith('7') }), {
  SVC_CASE_COUNT_LIMIT: '10000',
});

test('a replay of 10,000 cases of 2 KB has an RSS under 512 MiB', { timeout: 180_000 }, async () => {
  for (let first = 0; first < CASES; first += 1000) {
    const cases = Array.from({ length: 1000 }, (_, index) => {
      const url = `/items/${first + index}`;
      return JSON.stringify(recordedGet('shop', url, { url, padding, wrong: false }, { operation: `/o${index % 20}` }));
    });
    expect((await call(stage.service.url, 'POST', '/api/recorder/cases', cases.join('\n'))).body.accepted).toBe(1000);
  }
  await call(stage.service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: 20 } });
  const { planId } = (
    await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: stage.target.url })
  ).body;
  const run = await completed(stage.service.url, planId);
  expect(run).toMatchObject({ totalCases: CASES, successCases: CASES * 0.9, failedCases: CASES * 0.1 });
  expect(run.findings.needsAction).toHaveLength(1);
  expect(stage.target.seen).toHaveLength(CASES);
  expect(peakResidentMiB(stage.service.pid)).toBeLessThan(512);
});

/** Peak memory of a process (VmHWM), in MiB (proc(5)). */
function peakResidentMiB(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
