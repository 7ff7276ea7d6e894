import { CloudEvent } from 'cloudevents';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Analysis, CodeChange } from '../../../../functions/analysis/domain/analysis.ts';
import type { FindingsEntry } from '../../../../functions/findings/domain/findings.ts';
import type { EventIdentity } from '../../../../functions/notifications/domain/channel-kind.ts';
import type { NotificationFacts } from '../../../../functions/notifications/domain/notification-facts.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';
import { webhook } from '../../../../functions/notifications/domain/webhook/webhook.ts';
import { type WebhookData, webhookData } from '../../../../functions/notifications/domain/webhook/webhook-data.ts';

const MAX_BYTES = 65_536;
const identity: EventIdentity = { id: 'e1', event: 'completed', time: 0 };
const sample = sampleFacts({ publicUrl: 'http://replay.internal', now: 1e12 });
const [codeChange] = sample.analysis?.codeChanges ?? [];
const sent = (facts: NotificationFacts): { bytes: number; data: WebhookData } => {
  const body = webhook.content(facts, identity);
  return { bytes: Buffer.byteLength(body), data: JSON.parse(body).data };
};
/** The data without a size limit. */
const whole = (facts: NotificationFacts): WebhookData => JSON.parse(JSON.stringify(webhookData(facts, 'completed')));

interface Size {
  attributes?: string | Record<string, unknown>;
  summary?: string | null;
  needsAction?: FindingsEntry[];
  toReview?: FindingsEntry[];
  codeChanges?: CodeChange[];
  missed?: string[];
  clusters?: NotificationFacts['clusters'];
}
function factsOf({ attributes, summary, needsAction, toReview, codeChanges, missed, clusters }: Size) {
  const { findings, analysis } = sample;
  if (findings === null || analysis === null) throw new Error('the sample has every section');
  return {
    ...sample,
    summary: summary === undefined ? sample.summary : summary,
    attributes: typeof attributes === 'string' ? { text: attributes } : (attributes ?? sample.attributes),
    clusters: clusters ?? sample.clusters,
    analysis: { ...analysis, codeChanges: codeChanges ?? analysis.codeChanges } satisfies Analysis,
    findings: {
      ...findings,
      needsAction: needsAction ?? findings.needsAction,
      toReview: toReview ?? findings.toReview,
      coverage: { ...findings.coverage, uncoveredMainOperations: missed ?? [] },
    },
  } satisfies NotificationFacts;
}

const names = (count: number, name = '/sample/orders/') => Array.from({ length: count }, (_, n) => `${name}${n}`);
const entry = (operations: string[], subjects: string[]): FindingsEntry => ({
  kind: 'FIELD_VALUE',
  subjects,
  interfaces: operations.map((operationName) => ({ operationName, affectedRequests: 2, totalRequests: 9 })),
  affectedRequests: operations.length * 2,
  totalRequests: operations.length * 9,
});
const entries = (count: number) => names(count).map((name) => entry([name], ['data.price']));
const change = (findingId: string, operations: string[]): CodeChange => {
  if (codeChange === undefined) throw new Error('the sample has a code change');
  return { ...codeChange, findingId, operations };
};
const changes = (count: number) => names(count).map((name) => change(name, [name]));

describe('the size of an event', () => {
  test('may be exactly 64 KiB without leaving anything out', () => {
    const short = factsOf({ attributes: '' });
    const room = MAX_BYTES - sent(short).bytes;
    const full = factsOf({ attributes: 'x'.repeat(room) });
    expect(sent(full)).toEqual({ bytes: MAX_BYTES, data: whole(full) });
    const { bytes, data } = sent(factsOf({ attributes: 'x'.repeat(room + 1) }));
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(data).toEqual({ ...whole(short), attributes: undefined, truncated: ['attributes'] });
  });

  test('is measured in bytes, not in characters', () => {
    const { bytes, data } = sent(factsOf({ summary: '金'.repeat(21_000) }));
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(data.truncated).toEqual(['summary']);
  });

  test.for<[why: string, size: Size, truncated: string[]]>([
    [
      'a difference at 3,000 endpoints names 20 of them',
      { needsAction: [entry(names(3000), ['a'])] },
      ['findings.needsAction'],
    ],
    ['3,000 fields in one entry', { toReview: [entry(['/a'], names(3000))] }, ['findings.toReview']],
    ['a code change at 3,000 endpoints', { codeChanges: [change('f', names(3000))] }, ['analysis.codeChanges']],
    ['attributes of 32 KiB are small', { attributes: 'x'.repeat(32_757), summary: 'y'.repeat(40_000) }, ['summary']],
    [
      'attributes above 32 KiB are removed',
      { attributes: 'x'.repeat(32_758), summary: 'y'.repeat(40_000) },
      ['attributes'],
    ],
    [
      'review goes before code changes',
      { toReview: entries(400), codeChanges: changes(100) },
      ['topClusters', 'findings.toReview'],
    ],
    [
      'code changes go before missed main endpoints',
      { toReview: [], codeChanges: changes(200), missed: names(300) },
      ['topClusters', 'analysis.codeChanges'],
    ],
    [
      'missed main endpoints go before findings that need action',
      { toReview: [], codeChanges: [], missed: names(2000), needsAction: entries(200) },
      ['topClusters', 'findings.coverage.uncoveredMainOperations'],
    ],
    [
      'findings that need action go last',
      { toReview: entries(1), codeChanges: changes(1), missed: names(1), needsAction: entries(600) },
      [
        'topClusters',
        'findings.toReview',
        'analysis.codeChanges',
        'findings.coverage.uncoveredMainOperations',
        'findings.needsAction',
      ],
    ],
  ])('is reduced in order: %s', ([, size, truncated]) => {
    const { bytes, data } = sent(factsOf(size));
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(data.truncated).toEqual(truncated);
    expect(data.findings?.needsAction.length).toBeGreaterThan(0);
  });

  const diff = 'replay.vcs.diff';
  const x = (length: number) => 'x'.repeat(length);
  test.for<[why: string, attributes: Record<string, unknown>, kept: string[]]>([
    ['that fits keeps every attribute', { a: x(100), [diff]: x(60_000) }, ['a', diff]],
    ['that does not fit loses the diff and keeps every other attribute', { a: x(100), [diff]: x(66_000) }, ['a']],
    ['loses a diff before an attribute that is larger', { [diff]: x(30_000), a: x(36_000), b: x(100) }, ['a', 'b']],
    ['without a diff loses only the largest attribute', { a: x(20_000), b: x(30_000), c: x(26_000) }, ['a', 'c']],
    [
      'loses a second attribute if it still does not fit',
      { a: x(50_000), b: x(30_000), c: x(51_000), [diff]: '' },
      ['b'],
    ],
    ['counts attributes that are not text', { a: x(40_000), [diff]: { hunks: [x(30_000)] } }, ['a']],
    ['loses all attributes if each is too large', { a: x(66_000), b: x(66_000) }, []],
  ])('decides about attributes: an event %s', ([, attributes, kept]) => {
    const { bytes, data } = sent(factsOf({ attributes }));
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(Object.keys(Object(data.attributes))).toEqual(kept);
    expect(Object(data.attributes)).toMatchObject(Object.fromEntries(kept.map((name) => [name, attributes[name]])));
    expect(data.truncated).toEqual(kept.length === Object.keys(attributes).length ? undefined : ['attributes']);
  });

  test('is reduced no more than needed', () => {
    const { bytes } = sent(factsOf({ needsAction: entries(1000) }));
    expect(bytes).toBeGreaterThan(MAX_BYTES - 300);
    const { bytes: ofSummary } = sent(factsOf({ summary: '"金"'.repeat(20_000) }));
    expect(ofSummary).toBeGreaterThan(MAX_BYTES - 100);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('\u0000'.repeat(100), '\ud83d\ude00'.repeat(100), '"', '\ud800'),
);
const many = <T>(one: fc.Arbitrary<T>, max: number) =>
  fc.tuple(one, fc.nat(max)).map(([value, count]) => Array.from({ length: count }, () => value));
const anEntry = fc
  .tuple(many(hostile, 30), many(hostile, 30))
  .map(([operations, subjects]) => entry(operations, subjects));
const anySize: fc.Arbitrary<Size> = fc.record(
  {
    attributes: fc.dictionary(
      fc.oneof(hostile, fc.constantFrom('replay.vcs.diff', '__proto__', '7')),
      fc.tuple(hostile, fc.nat(300)).map(([text, times]) => text.repeat(times)),
      { maxKeys: 5 },
    ),
    summary: fc.option(fc.tuple(hostile, fc.nat(1100)).map(([text, times]) => text.repeat(times).slice(0, 65_536))),
    needsAction: many(anEntry, 40),
    toReview: many(anEntry, 40),
    codeChanges: many(
      fc.tuple(hostile, many(hostile, 30)).map(([id, operations]) => change(id, operations)),
      40,
    ),
    missed: many(hostile, 300),
    clusters: many(hostile, 40).map((subjects) =>
      subjects.map((subject, n) => ({
        operation: subject,
        hasResult: true,
        failure: null,
        truncated: false,
        requests: 1,
        samples: [`p:${n}`],
        differences: [{ kind: 'FIELD_VALUE' as const, subject: `${n}${subject}`, rule: null }],
      })),
    ),
  },
  { requiredKeys: [] },
);

/** All lists of an event that may be shortened, by their name in `truncated`. */
const LISTS: Record<string, (data: WebhookData) => readonly unknown[] | undefined> = {
  topClusters: (data) => data.topClusters,
  'findings.toReview': (data) => data.findings?.toReview,
  'analysis.codeChanges': (data) => data.analysis?.codeChanges,
  'findings.coverage.uncoveredMainOperations': (data) => data.findings?.coverage.uncoveredMainOperations,
  'findings.needsAction': (data) => data.findings?.needsAction,
};

/** Equal, except that lists may be shorter. */
const isBeginning = (part: unknown, all: unknown): boolean =>
  Array.isArray(part) && Array.isArray(all)
    ? part.length <= all.length && part.every((one, at) => isBeginning(one, all[at]))
    : typeof part === 'object' && part !== null
      ? Object.entries(part).every(([name, value]) => isBeginning(value, Object(all)[name]))
      : Object.is(part, all);

/** The data without everything that may be shortened. */
const uncut = ({ attributes, summary, truncated, topClusters, findings, analysis, ...rest }: WebhookData) => ({
  ...rest,
  findings: {
    ...findings,
    needsAction: 0,
    toReview: 0,
    coverage: { ...findings?.coverage, uncoveredMainOperations: 0 },
  },
  analysis: { ...analysis, codeChanges: 0 },
});

test('any event fits the limit, keeps its counts, and names the lists that were cut to their beginning', () => {
  fc.assert(
    fc.property(anySize, (size) => {
      const facts = factsOf(size);
      const all = whole(facts);
      const { bytes, data } = sent(facts);
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
      expect(new CloudEvent({ type: 't', source: 's', data }, true).validate()).toBe(true);
      expect(uncut(data)).toEqual(uncut(all));
      const cut = new Set(data.truncated);
      for (const [member, read] of Object.entries(LISTS)) {
        expect(isBeginning(read(data), read(all))).toBe(true);
        expect(cut.delete(member)).toBe(JSON.stringify(read(data)) !== JSON.stringify(read(all)));
      }
      const [kept, given] = [Object.entries(Object(data.attributes)), Object.entries(Object(all.attributes))];
      expect(given).toEqual(expect.arrayContaining(kept));
      expect(cut.delete('attributes')).toBe(kept.length < given.length);
      if (cut.delete('summary')) {
        expect(data.summary?.endsWith('…')).toBe(true);
        expect(all.summary?.startsWith(data.summary?.slice(0, -1) ?? '-')).toBe(true);
      } else expect(data.summary).toBe(all.summary);
      expect([...cut]).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
