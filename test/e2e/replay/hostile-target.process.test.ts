import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deadTarget, type HostileTarget, hostile, hostileTarget } from '../../support/fakes/hostile-target.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

let service: RunningService;
const { dataDir, remove } = temporaryDataDir();
const ENDPOINTS = 5;

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
  const cases = Array.from({ length: ENDPOINTS }, (_, index) => recordedGet('shop', `/o${index}`, { ok: true }));
  await call(service.url, 'POST', '/api/recorder/cases', cases);
});

afterAll(async () => {
  await service.stop();
  remove();
});

const runAgainst = async (targetEnv: string, timeoutMs = 15_000) => {
  await call(service.url, 'PUT', '/api/apps/shop/settings', { replay: { timeoutMs } });
  const { body } = await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv });
  expect(body.errorCode).toBeNull();
  return completed(service.url, body.planId);
};
const kindsOf = ({
  findings,
}: {
  findings: { needsAction: { kind: string; subjects: string[] }[]; toReview: { kind: string; subjects: string[] }[] };
}) => [...findings.needsAction, ...findings.toReview].map(({ kind, subjects }) => [kind, ...subjects]);

describe('a run against a hostile target', () => {
  test('has CONNECTION_FAILURE everywhere if connections are refused, so ENVIRONMENT_FAILURE', async () => {
    const run = await runAgainst(await deadTarget());
    expect(run).toMatchObject({
      verdict: 'FAIL',
      totalCases: ENDPOINTS,
      failedCases: ENDPOINTS,
      errorMessage: null,
      findings: { state: 'ENVIRONMENT_FAILURE' },
    });
    expect(kindsOf(run)).toEqual([['CONNECTION_FAILURE', 'refused']]);
  });

  test.for<[string, Parameters<typeof hostileTarget>[0], string[]]>([
    ['resetting', hostile.resets, ['CONNECTION_FAILURE', 'reset']],
    ['closing', hostile.closes, ['CONNECTION_FAILURE', 'reset']],
    ['hanging', hostile.hangs, ['TIMEOUT', 'timeout']],
    ['dripping its body', hostile.dripsBody, ['TIMEOUT', 'timeout']],
    ['dripping its headers', hostile.dripsHeaders, ['TIMEOUT', 'timeout']],
    ['sending 5 GB', hostile.sendsGigabytes, ['UNCLASSIFIED', 'response']],
    ['sending garbage', hostile.raw('this is no HTTP\r\n\r\n'), ['CONNECTION_FAILURE', 'reset']],
    ['sending huge headers', hostile.sendsHugeHeaders, ['CONNECTION_FAILURE', 'reset']],
    ['sending a gzip bomb', hostile.bombs, ['UNCLASSIFIED', 'response']],
  ])('completes with the right outcome: %s', async ([, behave, expected]) => {
    const target: HostileTarget = await hostileTarget(behave);
    const run = await runAgainst(target.url, expected[0] === 'TIMEOUT' ? 1500 : 15_000);
    await target.close();
    expect(kindsOf(run)).toEqual([expected]);
    expect(run).toMatchObject({
      totalCases: ENDPOINTS,
      successCases: 0,
      failedCases: ENDPOINTS,
      findings: { scope: { requestsWithoutResult: 0 } },
    });
  });

  test('trips the breaker if the target never answers, sends nothing more and ends INTERRUPTED', async () => {
    const target = await hostileTarget(hostile.hangs);
    const cases = Array.from({ length: 300 }, (_, index) => recordedGet('big', `/b${index % 12}`, { ok: true }));
    await call(service.url, 'POST', '/api/recorder/cases', cases);
    await call(service.url, 'PUT', '/api/apps/big/settings', { replay: { timeoutMs: 500, concurrency: 20 } });
    const { body } = await call(service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'big',
      targetEnv: target.url,
    });
    const run = await completed(service.url, body.planId);
    expect(run).toMatchObject({
      verdict: 'FAIL',
      totalCases: 300,
      findings: { state: 'INTERRUPTED' },
      errorMessage: expect.stringContaining('stopped responding'),
    });
    expect(run.findings.scope.requestsWithoutResult).toBeGreaterThan(200);
    expect(target.heads.length).toBeLessThan(100);
    await target.close();
  });

  test('leaves the process small and alive', async () => {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'));
    expect(Number(line?.[1]) / 1024).toBeLessThan(1024);
    expect((await call(service.url, 'GET', '/healthz')).body).toEqual({ status: 'ok' });
  });
});
