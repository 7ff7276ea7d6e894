import { describe, expect, test } from 'vitest';
import type { Findings } from '../../../functions/findings/domain/findings.ts';
import type { ReplayRound } from '../../../functions/replay/domain/plan.ts';
import { coverageSection } from '../../../functions/report/pages/coverage-section.ts';

const findings = {
  scope: { interfacesReplayed: 2, interfacesInScope: 2, requests: 9, requestsWithoutResult: 0 },
  coverage: { uncoveredMainOperations: [], uncoveredInterfaces: 0 },
} as unknown as Findings; // the section reads nothing else

const PLAN = '0123456789abcdef01234567';

type Sessions = NonNullable<NonNullable<ReplayRound['selection']>['sessions']>;
const shown = async (sessions?: Sessions) =>
  String(await coverageSection(PLAN, findings, { requests: 9, chunks: 1, workers: 1, ...(sessions && { sessions }) }));

describe('the sessions in the report (docs/sessions.md)', () => {
  test.for<[name: string, sessions: Sessions, words: string]>([
    ['whole ones', { total: 3, completed: 0, cut: 0, preparation: 0 }, '<p>3 sessions.</p>'],
    [
      'completed ones',
      { total: 3, completed: 1, cut: 0, preparation: 2 },
      '<p>3 sessions. 1 began before the first replayed request and was completed; 2 earlier recorded requests, such as logins, were sent for that and are not counted.</p>',
    ],
    [
      'cut ones',
      { total: 1, completed: 0, cut: 1, preparation: 0 },
      '<p>1 session. 1 is incomplete: no recording issued the credential that its requests send.</p>',
    ],
  ])('have a sentence for %s', async ([, sessions, words]) => {
    expect(await shown(sessions)).toContain(words);
  });

  test('are not mentioned if the run has none or does not keep them', async () => {
    expect(await shown({ total: 0, completed: 0, cut: 0, preparation: 0 })).not.toContain('session');
    expect(await shown()).not.toContain('session');
  });
});

test('the coverage links to the endpoints without a request, and has no link if all were replayed', async () => {
  expect(await shown()).toContain('2 of 2 endpoints replayed with 9 requests.');
  const uncovered = { ...findings, coverage: { ...findings.coverage, uncoveredInterfaces: 3 } };
  expect(String(await coverageSection(PLAN, uncovered, null))).toContain(
    `<a href="/report/${PLAN}?tab=endpoints&amp;endpointState=uncovered">3 not replayed</a>`,
  );
});

describe('the mapped values in the report (docs/value-mapping.md)', () => {
  test.for<[mapped: { requests: number; fields: number; dropped: number }, words: string]>([
    [
      { requests: 2, fields: 3, dropped: 0 },
      '<p>3 fields of 2 requests have an id or token that the build issued in place of the recorded one.</p>',
    ],
    [{ requests: 0, fields: 0, dropped: 7 }, 'its oldest 7 values were sent as recorded.</p>'],
  ])('have a sentence for %o', async ([mapped, words]) => {
    expect(String(await coverageSection(PLAN, findings, null, mapped))).toContain(words);
  });

  test('are not mentioned if none were mapped', async () => {
    const text = String(await coverageSection(PLAN, findings, null, { requests: 0, fields: 0, dropped: 0 }));
    expect(text).not.toContain('issued');
  });
});

test('the coverage counts requests without a result separately', async () => {
  const scope = { ...findings.scope, requestsWithoutResult: 4 };
  expect(String(await coverageSection(PLAN, { ...findings, scope }, null))).toContain(
    '2 of 2 endpoints replayed with 5 requests; 4 requests without result.',
  );
});
