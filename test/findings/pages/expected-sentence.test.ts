import * as v from 'valibot';
import { expect, test } from 'vitest';
import { expectedSentence } from '../../../functions/findings/pages/expected/expected-sentence.ts';
import { ExpectedPreviewAnswer, expectedPreview } from '../../../functions/findings/pages/parts/expected-preview.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const ITEM: Parameters<typeof expectedSentence>[0] = {
  operation: '/orders/{id}',
  methods: ['GET'],
  kind: 'FIELD_VALUE',
  subject: 'total',
  exactly: null,
  values: null,
};

const plain = async (html: unknown) =>
  String(await html)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

test.for<[Partial<typeof ITEM>, string]>([
  [{}, 'Any value of total in GET /orders/{id}'],
  [{ kind: 'NEW_FIELD' }, 'Any value of the new field total in GET /orders/{id}'],
  [{ kind: 'FIELD_TYPE' }, 'Any value: Type changed total in GET /orders/{id}'],
  [
    { exactly: '10 → 12', values: { recorded: '10', replayed: '12', isPart: false } },
    'Exactly 10→12 in total of GET /orders/{id}',
  ],
  [
    { kind: 'FIELD_MISSING', exactly: '10 → missing', values: { recorded: '10', replayed: null, isPart: false } },
    'Exactly 10→missing in total of GET /orders/{id}',
  ],
  [
    { exactly: '"/de/" → "/"', values: { recorded: '/de/', replayed: '/', isPart: true } },
    'Exactly …/de/…→…/… in total of GET /orders/{id}',
  ],
  [{ exactly: '+2' }, 'Exactly +2: Value changed total in GET /orders/{id}'],
])('the sentence of the expected change %j is: %s', async ([more, sentence]) => {
  expect(await plain(expectedSentence({ ...ITEM, ...more }))).toBe(sentence);
});

test('the preview counts requests that another expectation covers already', async () => {
  const item = (subject: string, covers: number) => ({
    ...ITEM,
    subject,
    covers,
    id: subject,
    note: null,
    createdBy: 'ann',
    createdAt: '2026-11-20T10:00:00Z',
    replayed: 40,
    ended: false,
    endedAt: null,
    older: { recordings: 3, isCut: false, pinned: 1, endsAt: null },
  });
  const summary = { state: 'NEEDS_ACTION', findings: { needsAction: 2 }, failedRequests: 18, expectedRequests: 36 };
  const answer = { items: [item('a', 12), item('b', 18)], before: summary, after: summary, requests: 18, cut: false };
  const preview = v.parse(ExpectedPreviewAnswer, answer);
  const text = await plain(expectedPreview(preview, { affectedRequests: 18, now: NOW }));
  expect(text).toContain('Covers 18 of 18 requests of this finding');
  expect(text).toContain('Findings that need action22');
  expect(text).toContain('Never ends automatically: of 3 recordings made before now, 1 recording is pinned.');
});
