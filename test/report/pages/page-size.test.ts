import { describe, expect, test } from 'vitest';
import type { FindingsEntry } from '../../../functions/findings/domain/findings.ts';
import type { EndpointRow } from '../../../functions/report/domain/endpoint-rows.ts';
import { endpointsSection } from '../../../functions/report/pages/endpoints-section.ts';
import { entriesSection } from '../../../functions/report/pages/entries-section.ts';

const PLAN = '0123456789abcdef01234567';
const NAME = '/an/endpoint/with/a/rather/long/name/{id}';

/** Far more findings than fit: 500 kinds of difference with 60 fields each, at 40 endpoints each. */
const entries: FindingsEntry[] = Array.from({ length: 500 }, (_, kind) => ({
  kind: 'FIELD_VALUE',
  subjects: Array.from({ length: 60 }, (_, field) => `data.items[*].a_member_with_a_name_${kind}.another_${field}`),
  interfaces: Array.from({ length: 40 }, (_, at) => ({
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

const list = (group: 'needsAction' | 'toReview', from: number) =>
  String(
    entriesSection({
      planId: PLAN,
      group,
      entries,
      interfaces: 40,
      moreSevere: 0,
      from,
      exampleOf: () => 99_999,
      mayWrite: true,
    }),
  );

describe('a page stays small whatever was found', () => {
  test('both lists and the table of endpoints together leave room within 300 KB', () => {
    const table = String(endpointsSection(PLAN, rows, { text: '', state: '', from: 0 }));
    expect(table.length + list('needsAction', 0).length + list('toReview', 0).length).toBeLessThan(275_000);
  });

  test('what does not fit is a page away, to the last one', () => {
    const pages = Array.from({ length: 25 }, (_, page) => list('needsAction', page * 20));
    for (const [page, html] of pages.entries()) {
      expect(html).toContain(`<ol class="findings" start="${page * 20 + 1}">`);
      expect(html.includes(`needsAction=${(page + 1) * 20}#needsAction`)).toBe(page < 24);
    }
    expect(pages.map((html) => html.match(/<li class="panel pad">/g)?.length)).toEqual(
      Array.from({ length: 25 }, () => 20),
    );
  });

  test('a subject that is longer than any rule stands in no link', () => {
    const [entry] = entries;
    const long = { ...entry, subjects: [`a.${'x'.repeat(5000)}`] } as FindingsEntry; // entries has at least one
    const html = String(
      entriesSection({
        planId: PLAN,
        group: 'needsAction',
        entries: [long],
        interfaces: 40,
        moreSevere: 0,
        from: 0,
        exampleOf: () => null,
        mayWrite: true,
      }),
    );
    expect(html.length).toBeLessThan(5000);
  });
});
