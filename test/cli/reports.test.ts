import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { default as AjvDraft04 } from 'ajv-draft-04';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { EXIT_CODE_OF, exitCodeOf } from '../../cli/exit-codes.ts';
import type { Hints, RunFacts } from '../../cli/reports/run-facts.ts';
import { runText } from '../../cli/reports/run-text.ts';
import type { Findings } from '../../client/paths.ts';
import { junitReport } from '../../functions/report/domain/export/junit.ts';
import { markdownReport } from '../../functions/report/domain/export/markdown.ts';
import { sarifReport } from '../../functions/report/domain/export/sarif.ts';
import { analysisOf, completedRun, entry, HOSTILE_NAMES, PLAN_ID } from './reported-runs.ts';

const fixture = (name: string) => readFileSync(`test/cli/fixtures/${name}`, 'utf8');
/** The OASIS schema, from the package of the format's authors. */
const SARIF_SCHEMA = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const isSarif = formats
  .default(new AjvDraft04.default({ allErrors: true, strict: false, unicodeRegExp: false }))
  .compile(JSON.parse(readFileSync(SARIF_SCHEMA, 'utf8')));
const STATES = Object.keys(EXIT_CODE_OF) as Findings['state'][]; // contains all of them

const hostile = completedRun('NEEDS_ACTION', {
  needsAction: [entry('FIELD_VALUE', HOSTILE_NAMES, HOSTILE_NAMES)],
  toReview: [entry('NEW_FIELD', ['items[*].sku'], ['/orders/{id}'])],
  errorMessage: HOSTILE_NAMES.join(' '),
  analysis: analysisOf([{ operations: ['/orders/{id}'], file: 'src/<a> b.ts' }]),
});
const omitting = completedRun('REVIEW_ONLY', { omitted: { needsAction: 0, toReview: 7 } });
const running = { ...completedRun('CLEAN'), status: 'RUNNING' as const, findings: { state: 'RUNNING' as const } };

const HINTS: Hints = [
  {
    code: 'NO_LOGIN_RECORDED',
    setting: 'login',
    interfaces: 1,
    endpoints: 1,
    requests: 2,
    isAtLeast: false,
    expiredAt: null,
    message: 'The target refused 2 requests.',
    settingUrl: 'http://svc.test/console/apps/shop/settings/login',
  },
];

describe('the exit code (interface 13)', () => {
  test.for([
    ['NO_CASES', 2],
    ['INTERRUPTED', 2],
    ['ENVIRONMENT_FAILURE', 2],
    ['NEEDS_ACTION', 1],
    ['REVIEW_ONLY', 1],
    ['LOW_COVERAGE', 2],
    ['CLEAN', 0],
  ] as const)('follows the state: %s is %i', ([state, code]) => {
    expect(exitCodeOf(completedRun(state))).toBe(code);
  });

  test('is 2 for a run that has not completed', () => {
    expect(exitCodeOf(running)).toBe(2);
  });
});

describe('a JUnit report', () => {
  const isValid = async (xml: string) =>
    (
      await validateXML({
        xml: [{ fileName: 'report.xml', contents: xml }],
        schema: [{ fileName: 'junit.xsd', contents: fixture('junit.xsd') }],
      })
    ).errors;

  test.for(STATES)('is valid for %s, and has neither failures nor errors only for CLEAN', async (state) => {
    const xml = junitReport({ planId: PLAN_ID, run: completedRun(state), replayed: null });
    expect(await isValid(xml)).toEqual([]);
    expect(/<failure|<error/.test(xml)).toBe(state !== 'CLEAN');
  });

  test('is an error for a run that has not completed, and valid for any names', async () => {
    expect(junitReport({ planId: PLAN_ID, run: running, replayed: null })).toContain('type="RUNNING"');
    expect(await isValid(junitReport({ planId: PLAN_ID, run: hostile, replayed: null }))).toEqual([]);
    expect(await isValid('<testsuites tests="1" failures="0" errors="0"><case/></testsuites>')).not.toEqual([]);
  });

  test('has a suite per endpoint with failures, and the number of unchanged requests where it is known', () => {
    const run = completedRun('NEEDS_ACTION', {
      needsAction: [entry('FIELD_VALUE', ['total', 'tax'], ['/orders/{id}', '/carts'])],
      toReview: [entry('NEW_FIELD', ['eta'], ['/orders/{id}'])],
    });
    const xml = junitReport({
      planId: PLAN_ID,
      run,
      replayed: new Map([
        ['/carts', 4],
        ['/health', 4],
      ]),
    });
    expect(
      [...xml.matchAll(/<testsuite name="([^"]+)" tests="(\d)" failures="(\d)"/g)].map(([, ...facts]) => facts),
    ).toEqual([
      ['replay', '1', '1'],
      ['/carts', '1', '1'],
      ['/health', '1', '0'],
      ['/orders/{id}', '2', '2'],
    ]);
    expect(xml).toContain(
      '<failure message="needs action: FIELD_VALUE total, tax in 1 of 4 requests of /carts" type="FIELD_VALUE"/>',
    );
    expect(xml).toContain(
      '<failure message="to review: NEW_FIELD eta in 1 of 4 requests of /orders/{id}" type="NEW_FIELD"/>',
    );
  });

  test('has a failure for each main endpoint that was not replayed', async () => {
    const coverage = { uncoveredInterfaces: 1, mainOperationsConfigured: true, uncoveredMainOperations: ['/pay'] };
    const xml = junitReport({ planId: PLAN_ID, run: completedRun('LOW_COVERAGE', { coverage }), replayed: null });
    expect(xml).toContain('<testcase classname="/pay" name="is replayed">');
    expect(await isValid(xml)).toEqual([]);
  });
});

describe('a SARIF report', () => {
  const sarifOf = (run = hostile, anchor: string | null = null) =>
    JSON.parse(sarifReport({ planId: PLAN_ID, run, replayed: null }, { anchor }));

  test.for([...STATES.map((state) => completedRun(state)), hostile, running, omitting])(
    'follows the schema of SARIF 2.1.0 ($findings.state)',
    (run) => {
      isSarif(sarifOf(run));
      expect(isSarif.errors).toBe(null);
    },
  );

  test('is invalid with an unknown member, or without a version', () => {
    expect(isSarif({ ...sarifOf(), surprise: 1 })).toBe(false);
    expect(isSarif({ runs: [] })).toBe(false);
  });

  test('has kinds as rules and entries as results, with errors and warnings', () => {
    const [run] = sarifOf().runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['FIELD_VALUE', 'NEW_FIELD']);
    expect(
      run.results.map(({ ruleId, ruleIndex, level }: Record<string, unknown>) => [ruleId, ruleIndex, level]),
    ).toEqual([
      ['FIELD_VALUE', 0, 'error'],
      ['NEW_FIELD', 1, 'warning'],
    ]);
  });

  const oneEntry = (changes: Parameters<typeof analysisOf>[0]) =>
    completedRun('NEEDS_ACTION', {
      needsAction: [entry('FIELD_VALUE', ['total'], ['/orders'])],
      analysis: analysisOf(changes),
    });
  const at = (uri: string, startLine = 12) => ({ artifactLocation: { uri }, region: { startLine } });

  test.for([
    [
      'one place of its endpoint',
      [{ operations: ['/orders'], file: 'src/a b.ts' }],
      null,
      at('src/a%20b.ts'),
      undefined,
    ],
    [
      'the same place twice',
      [
        { operations: ['/orders'], file: 'a.ts' },
        { operations: ['/orders', '/x'], file: 'a.ts' },
      ],
      null,
      at('a.ts'),
      undefined,
    ],
    ['a place of another endpoint', [{ operations: ['/carts'], file: 'a.ts' }], null, undefined, undefined],
    ['a cause without a place', [{ operations: ['/orders'], file: null }], null, undefined, undefined],
    ['no place but an anchor', [], 'README.md', at('README.md', 1), undefined],
    [
      'two places',
      [
        { operations: ['/orders'], file: 'a.ts' },
        { operations: ['/orders'], file: 'b.ts' },
      ],
      null,
      undefined,
      2,
    ],
  ] as const)('has the right location for %s', ([, changes, anchor, physicalLocation, related]) => {
    const [result] = sarifOf(oneEntry(changes.map((one) => ({ ...one, operations: [...one.operations] }))), anchor)
      .runs[0].results;
    expect(result.locations).toEqual([
      {
        logicalLocations: [{ fullyQualifiedName: '/orders', kind: 'resource' }],
        ...(physicalLocation && { physicalLocation }),
      },
    ]);
    expect(result.relatedLocations?.length).toBe(related);
  });

  test('has the same fingerprint for the same difference in every run', () => {
    const print = (run = oneEntry([])) => sarifOf(run).runs[0].results[0].partialFingerprints['finding/v1'];
    expect(print()).toBe(print(oneEntry([{ operations: ['/orders'], file: 'a.ts' }])));
    expect(print()).not.toBe(
      print(completedRun('NEEDS_ACTION', { needsAction: [entry('FIELD_VALUE', ['tax'], ['/orders'])] })),
    );
  });
});

describe('a Markdown report', () => {
  test('escapes names that contain Markdown, HTML, mentions or separators', () => {
    const run = completedRun('NEEDS_ACTION', {
      needsAction: HOSTILE_NAMES.map((name) => entry('FIELD_VALUE', [name], [name])),
      errorMessage: HOSTILE_NAMES.join(' '),
    });
    const text = markdownReport({ planId: PLAN_ID, run, replayed: null });
    const rows = text.split('\n').filter((line) => line.startsWith('| FIELD_VALUE'));
    expect(rows.map((row) => row.match(/\|/g)?.length)).toEqual(HOSTILE_NAMES.map(() => 5));
    expect(text.replaceAll(/<\/?code>/g, '')).not.toMatch(/<script|<x>|\]\(javascript|@everyone|^::/m);
    expect(text).not.toContain('\u001b');
  });

  test('says the state and what to do', () => {
    expect(markdownReport({ planId: PLAN_ID, run: completedRun('CLEAN'), replayed: null })).toContain(
      '## ✅ Replay: CLEAN',
    );
    expect(markdownReport({ planId: PLAN_ID, run: running, replayed: null })).toContain('has not completed');
  });

  test('names proven causes, each with the setting that fixes it', () => {
    const text = markdownReport({ planId: PLAN_ID, run: completedRun('ENVIRONMENT_FAILURE'), replayed: null }, HINTS);
    expect(text).toContain(
      '- <code>The target refused 2 requests.</code> [Setting <code>login</code>](<http://svc.test/console/apps/shop/settings/login>)',
    );
  });
});

describe('a report for a terminal', () => {
  test.for(['Split heavy\u001b[2J parcels'])('begins with the name of the run', (title) => {
    for (const run of [completedRun('CLEAN'), running])
      expect(runText(PLAN_ID, run, { title }).split('\n')[0]).toBe('Split heavy\ufffd[2J parcels');
    expect(runText(PLAN_ID, completedRun('CLEAN')).split('\n')[0]).toMatch(/^CLEAN/);
  });

  test.for<[name: string, changes: Partial<ReturnType<typeof analysisOf>>, line: string | undefined]>([
    ['that has finished', {}, 'analysis: DONE'],
    ['without quota', { state: 'SKIPPED', reason: 'QUOTA_EXHAUSTED' }, 'analysis: SKIPPED (QUOTA_EXHAUSTED)'],
    ['without an executor', { state: 'SKIPPED', reason: 'NO_EXECUTOR' }, undefined],
  ])('has the right line for an analysis %s', ([, changes, line]) => {
    const run = { ...completedRun('NEEDS_ACTION'), analysis: { ...analysisOf([]), ...changes } };
    expect(
      runText(PLAN_ID, run)
        .split('\n')
        .find((one) => one.startsWith('analysis')),
    ).toBe(line);
  });

  test('names proven causes, each with the setting that fixes it', () => {
    const lines = runText(PLAN_ID, completedRun('ENVIRONMENT_FAILURE'), { hints: HINTS }).split('\n');
    expect(lines).toContain('The target refused 2 requests.');
    expect(lines).toContain('setting login: http://svc.test/console/apps/shop/settings/login');
    expect(runText(PLAN_ID, completedRun('ENVIRONMENT_FAILURE'))).not.toContain('setting');
  });

  const none = { answered: 0, real: 0, byDefault: 0, unanswered: 0, mockMisses: 0 };
  const requests = { answered: 0, real: 0, mixed: 0, notAsked: 0 };
  test.for<[calls: NonNullable<RunFacts['calls']>, line: string]>([
    [{ ...none, state: 'not recorded', requests }, 'not recorded'],
    [{ ...none, state: 'not asked', requests }, 'not asked: neither an agent nor a proxy was connected'],
    [{ ...none, state: 'answered', requests, answered: 1_117 }, 'answered from recordings: 1,117 calls'],
    [
      {
        ...none,
        state: 'mixed',
        requests: { ...requests, notAsked: 3 },
        answered: 117,
        real: 1,
        unanswered: 2,
        mockMisses: 2,
      },
      '117 calls answered from recordings, 1 call made for real, 2 calls not answered; those of 3 requests were not asked',
    ],
    [
      { ...none, state: 'mixed', requests, answered: 5, real: 2, mockMisses: 2 },
      '5 calls answered from recordings, 2 calls made for real; 2 calls had no recorded call to answer',
    ],
  ])('says how downstream calls were made: %s', ([calls, line]) => {
    expect(runText(PLAN_ID, completedRun('CLEAN'), { calls }).split('\n')).toContain(`downstream calls: ${line}`);
    expect(runText(PLAN_ID, completedRun('CLEAN'))).not.toContain('downstream');
  });
});
