import { html } from 'hono/html';
import { describe, expect, test } from 'vitest';
import type { FindingsEntry } from '../../../functions/findings/domain/findings.ts';
import { MAX_VALUE_LENGTH } from '../../../functions/findings/domain/values/cut-pair.ts';
import type { PageRequest } from '../../../functions/platform/http/pages/page-route.ts';
import type { EndpointRow } from '../../../functions/report/domain/endpoint-rows.ts';
import { findingRows } from '../../../functions/report/domain/finding-rows.ts';
import { endpointsSection } from '../../../functions/report/pages/endpoints-section.ts';
import { namedPerLine } from '../../../functions/report/pages/report/field-path.ts';
import { detailsRow, findingDetails, laterDetails } from '../../../functions/report/pages/report/finding-details.ts';
import { findingRow } from '../../../functions/report/pages/report/finding-row.ts';
import { findingsTable, MAX_FINDINGS } from '../../../functions/report/pages/report/findings-table.ts';
import { MAX_DETAILED } from '../../../functions/report/pages/report/findings-view.ts';

const PLAN = '0123456789abcdef01234567';
const NAME = '/an/endpoint/with/a/rather/long/name/{id}';

/** Far more findings than fit: 500 kinds of difference with 60 fields each, at 40 endpoints each. */
const entries: FindingsEntry[] = Array.from({ length: 500 }, (_, kind) => ({
  kind: 'FIELD_VALUE',
  subjects: Array.from({ length: 60 }, (_item, field) => `data.items[*].a_member_with_a_name_${kind}.another_${field}`),
  interfaces: Array.from({ length: 40 }, (_item, at) => ({
    operationName: `${NAME}/${at}`,
    affectedRequests: 12_345,
    totalRequests: 100_000,
    methods: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
  })),
  affectedRequests: 12_345,
  totalRequests: 100_000,
}));

const rows: EndpointRow[] = Array.from({ length: 5000 }, (_, at) => ({
  operation: `${NAME}/${at}`,
  method: 'DELETE',
  state: 'needsAction',
  requests: 1000,
  failed: 1000,
  marked: 10,
  withoutResult: 5,
  recorded: { p50: 1234, p95: 12_345, p99: 123_456 },
  replayed: { p50: 1234, p95: 12_345, p99: 123_456 },
}));

const TOTALS = { findings: 500, endpoints: 40, requests: 12_345 };
const NAMED = namedPerLine(entries.slice(0, MAX_FINDINGS).map((entry) => ({ entry })));
const facts = {
  planId: PLAN,
  example: 99_999,
  isNew: true,
  mayWrite: true,
  noise: 'random id',
  undo: null,
  isBesideRunningBuild: false,
  named: NAMED,
};
/** Values that fill what is kept of them. */
const long = (side: string) => `"${side.repeat(MAX_VALUE_LENGTH)}"`;
const values = {
  fields: entries.map(({ kind, subjects, interfaces }) => ({
    operation: interfaces[0]?.operationName ?? '',
    kind,
    subject: subjects[0] ?? '',
    pairs: Array.from({ length: 5 }, (_, item) => ({
      recorded: long('a'),
      replayed: long(String(item)),
      requests: 12_345,
      item,
    })),
  })),
  read: 1000,
  failing: 12_345,
};
const found = findingRows(values)(entries.map((entry) => ({ group: 'needsAction', entry })));
const details = (row: (typeof found)[number]) =>
  findingDetails(row, {
    request: { csrf: 'c'.repeat(40) } as PageRequest, // nothing else is read
    planId: PLAN,
    state: 'NEEDS_ACTION',
    values,
    named: NAMED,
    cause: null,
    effects: {
      endpoints: null,
      everywhere: { gone: 1, come: 0, failedBefore: 12_345, failedAfter: 0, state: 'CLEAN' },
    },
  });
const list = (from: number) =>
  String(
    findingsTable({
      rows: found,
      expected: undefined,
      from,
      totals: { needsAction: TOTALS, toReview: TOTALS },
      empty: '',
      covered: null,
      slower: null,
      isBesideRunningBuild: false,
      pathFrom: (index) => `?from=${index}`,
      rowOf: (row, index) =>
        html`${findingRow(row, facts)}${detailsRow(index < MAX_DETAILED ? details(row) : laterDetails(row, PLAN), 7)}`,
    }),
  );

describe('a page of any findings', () => {
  test('leaves room within 300 KB, with every text at its maximum', async () => {
    expect(list(0).length).toBeLessThan(275_000);
  });

  test('has a table of endpoints within 100 KB', () => {
    expect(String(endpointsSection(PLAN, rows, { text: '', state: '', from: 0 })).length).toBeLessThan(100_000);
  });

  test('has 50 findings, and links to the next page except on the last one', () => {
    const pages = Array.from({ length: 10 }, (_, page) => list(page * MAX_FINDINGS));
    for (const [page, shown] of pages.entries()) {
      expect(shown).toContain(`${page * MAX_FINDINGS + 1} to ${(page + 1) * MAX_FINDINGS} of 500`);
      expect(shown.includes(`?from=${(page + 1) * MAX_FINDINGS}#findings`)).toBe(page < 9);
    }
    expect(pages.map((shown) => shown.match(/class="finding"/g)?.length)).toEqual(pages.map(() => MAX_FINDINGS));
  });

  test('has no link with a subject longer than any rule', () => {
    const [entry] = entries;
    const subject = `a.${'x'.repeat(5000)}`;
    const [row] = findingRows(undefined)([
      { group: 'needsAction', entry: { ...entry, subjects: [subject] } as FindingsEntry }, // entries has at least one
    ]);
    expect(String(row && findingRow(row, facts)).length).toBeLessThan(5000);
  });
});
