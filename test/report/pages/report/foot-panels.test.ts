import { expect, test } from 'vitest';
import type { Findings } from '../../../../functions/findings/domain/findings.ts';
import type { ChangesSince } from '../../../../functions/findings/service/run-changes.ts';
import type { Mark } from '../../../../functions/findings/store/marks.ts';
import { footPanels } from '../../../../functions/report/pages/report/foot-panels.ts';

const HEADERS = { compared: ['content-type', 'location'], ignored: ['location'] };

const findings = {
  scope: { interfacesReplayed: 2, interfacesInScope: 2, requests: 9, requestsWithoutResult: 4 },
  coverage: { uncoveredMainOperations: [], uncoveredInterfaces: 0 },
} as unknown as Findings; // the panels read nothing else

const facts = {
  appId: 'shop',
  planId: 'p',
  ignored: { fields: 0, rules: 0, requests: 0 },
  undo: null,
  headers: HEADERS,
  now: 0,
};

test('the panels of a report name the first endpoint of a finding that is gone, and count the others', async () => {
  const interfaces = ['/a', '/b', '/c'].map((operationName) => ({
    operationName,
    affectedRequests: 15,
    totalRequests: 15,
  }));
  const entry = {
    kind: 'UNAUTHORIZED' as const,
    subjects: ['401'],
    interfaces,
    affectedRequests: 45,
    totalRequests: 45,
  };
  const gone = { gone: [{ group: 'toReview', entry }] } as unknown as ChangesSince; // nothing else is read
  const html = String(await footPanels(gone, { ...facts, marks: [] }, findings, 0));
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(
    'These response headers are comparedcontent-type, location, but not location.',
  );
  expect(html).toContain('2 of 2 endpoints replayed with 5 requests');
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Unauthorized status in /a and 2 others, 45 requests');
});

test('the panels of a report link requests marked as expected to their list', async () => {
  const mark = { markedBy: 'ann@shop.test', markedAt: 0 } as Mark; // nothing else is read
  expect(String(await footPanels(null, { ...facts, marks: [mark] }, findings, 0))).toContain(
    '<a href="/report/p/cases?state=expected">1 request marked as expected</a>, last by ann@shop.test',
  );
});

test('the panel of coverage counts the main endpoints that were replayed', async () => {
  const coverage = { ...findings.coverage, mainOperationsConfigured: true, uncoveredMainOperations: [] };
  const shown = async (mains: number) =>
    String(await footPanels(null, { ...facts, marks: [] }, { ...findings, coverage }, mains));
  expect(await shown(5)).toContain('All 5 main endpoints were replayed');
  expect(await shown(1)).toContain('The main endpoint was replayed');
});
