import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { unexpectedFindings } from '../../../demo/run/check-findings.ts';
import { PLANTED_CHANGES } from '../../../demo/run/planted-changes.ts';
import type { FindingsEntry, FinishedRun } from '../../../demo/run/replay-run.ts';
import type { RunCalls } from '../../../demo/run/service-client.ts';

const DEMO = join(import.meta.dirname, '../../../bin/demo.ts');
/** Ends a demo that hangs. */
const MAX_DURATION_MS = 170_000;

const temporary = mkdtempSync(join(tmpdir(), 'demo-test-'));
afterAll(() => rmSync(temporary, { recursive: true }));

describe('npm run demo', { timeout: MAX_DURATION_MS + 5_000 }, () => {
  test('finds only the planted changes', async () => {
    const { code, output } = await startDemo().ended;

    expect(output).toContain('state NEEDS_ACTION');
    expect(output).toContain('verdict FAIL');
    expect(output).toContain('As planted: the six changes were found, and nothing else.');
    expect(output).toMatch(
      /[1-9]\d* downstream calls were answered from the recording, 0 were made for real, 0 had no/,
    );
    expect(output).toMatch(/Report: http:\/\/127\.0\.0\.1:\d+\/report\/[0-9a-f]{24}/);
    for (const { group, kind, subjects, operation } of PLANTED_CHANGES) {
      const row = output.split('\n').find((line) => line.includes(` ${kind} `)) ?? '';
      // Long subjects continue in the next line.
      for (const cell of [group, ...subjects.map((subject) => subject.slice(0, 20)), operation])
        expect(row).toContain(cell);
    }
    expect(code).toBe(0);
    await nothingIsLeft(output);
  });

  test('ends what it started when it is interrupted, and fails', async () => {
    const { child, ended } = startDemo();
    child.stdout?.once('data', () => child.kill('SIGTERM'));
    const { code, output } = await ended;

    expect(output).toContain('The service runs at');
    expect(output).not.toContain('As planted');
    expect(code).toBe(1);
    await nothingIsLeft(output);
  });
});

describe('the check of the demo', () => {
  test('accepts exactly the planted changes', () => {
    expect(unexpectedFindings(run(), recorded())).toEqual([]);
  });

  test.for(PLANTED_CHANGES)('refuses a run that misses $kind', (missed) => {
    const found = entries().filter(({ kind }) => kind !== missed.kind);
    expect(unexpectedFindings(run(found), recorded())).toEqual([
      expect.stringContaining(`planted, but not found: ${missed.group}`),
    ]);
  });

  test.for<[string, Partial<FindingsEntry>]>([
    ['another kind', { kind: 'FIELD_TYPE' }],
    ['another subject', { subjects: ['price'] }],
    ['one more subject', { subjects: ['price.amount', 'price.currency'] }],
    ['another endpoint', { interfaces: [{ operationName: '/cart', affectedRequests: 3, totalRequests: 6 }] }],
    ['one more endpoint', { interfaces: ['/cart', '/shipping/quote'].map(interfaceOf) }],
  ])('refuses %s in place of a planted one', ([, change]) => {
    const found = entries().map((one) => (one.kind === 'FIELD_VALUE' ? { ...one, ...change } : one));
    expect(unexpectedFindings(run(found), recorded())).toEqual([
      expect.stringContaining('planted, but not found: needsAction FIELD_VALUE of price.amount at /shipping/quote'),
      expect.stringContaining('found, but not planted: needsAction'),
    ]);
  });

  test.for<[string, FinishedRun]>([
    ['found, but not planted', run([...entries(), entry('ARRAY_ORDER', ['items'], '/products')])],
    ['found, but not planted', run([...entries(), ...entries().slice(0, 1)])],
    ['state is CLEAN', { ...run(), findings: { ...run().findings, state: 'CLEAN' } }],
    ['verdict is PASS', { ...run(), verdict: 'PASS' }],
    ['totalCases is 256', { ...run(), totalCases: 256 }],
    ['failedCases is 99', { ...run(), failedCases: 99 }],
    ['requestsWithoutResult is 1', withScope({ requestsWithoutResult: 1 })],
    ['interfacesReplayed is 18', withScope({ interfacesReplayed: 18 })],
  ])('refuses a run: %s', ([problem, finished]) => {
    expect(unexpectedFindings(finished, recorded())).toEqual([expect.stringContaining(problem)]);
  });

  test.for<[string, Partial<RunCalls>]>([
    ['no downstream call was answered', { answered: 0 }],
    ['downstream calls made for real is 1', { real: 1 }],
    ['downstream calls without a recording is 2', { mockMisses: 2 }],
  ])('refuses a run by its calls: %s', ([problem, calls]) => {
    expect(unexpectedFindings(run(), recorded(calls))).toEqual([expect.stringContaining(problem)]);
  });
});

const recorded = (change: Partial<RunCalls> = {}) => ({
  requests: 257,
  calls: { answered: 600, real: 0, mockMisses: 0, ...change },
});

function entry(kind: FindingsEntry['kind'], subjects: string[], operation: string): FindingsEntry {
  return { kind, subjects, interfaces: [interfaceOf(operation)], affectedRequests: 3, totalRequests: 6 };
}

function interfaceOf(operationName: string) {
  return { operationName, affectedRequests: 3, totalRequests: 6 };
}

function entries(): FindingsEntry[] {
  return PLANTED_CHANGES.map(({ kind, subjects, operation }) => entry(kind, subjects, operation));
}

function run(found = entries()): FinishedRun {
  const isToReview = ({ kind }: FindingsEntry) => kind === 'NEW_FIELD' || kind === 'CALL_PARAMETERS';
  return {
    status: 'COMPLETED',
    verdict: 'FAIL',
    passRate: 0.8,
    totalCases: 257,
    successCases: 257 - found.length * 3,
    failedCases: found.length * 3,
    reportUrl: 'http://127.0.0.1:8090/report/0123456789abcdef01234567',
    errorMessage: null,
    findings: {
      state: 'NEEDS_ACTION',
      scope: {
        interfacesInScope: 19,
        interfacesReplayed: 19,
        interfacesUnchanged: 15,
        requests: 257,
        requestsWithoutResult: 0,
      },
      needsAction: found.filter((one) => !isToReview(one)),
      toReview: found.filter(isToReview),
      excludedFieldCount: 40,
    },
  };
}

function withScope(change: Partial<FinishedRun['findings']['scope']>): FinishedRun {
  const { findings, ...rest } = run();
  return { ...rest, findings: { ...findings, scope: { ...findings.scope, ...change } } };
}

/** Starts the demo like a new user. It is killed after a timeout. */
function startDemo(): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const { promise: ended, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const options = { timeout: MAX_DURATION_MS, env: { ...process.env, TMPDIR: temporary } };
  const child = execFile(process.execPath, [DEMO], options, (_fault, stdout, stderr) =>
    resolve({ code: child.exitCode, output: stdout + stderr }),
  );
  return { child, ended };
}

async function nothingIsLeft(output: string): Promise<void> {
  const [service] = output.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
  if (service === undefined) throw new Error('the demo did not say where its service runs');
  await expect(fetch(`${service}/healthz`)).rejects.toThrow('fetch failed');
  expect(readdirSync(temporary)).toEqual([]);
}
