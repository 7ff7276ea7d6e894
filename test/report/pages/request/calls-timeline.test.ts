import { describe, expect, test } from 'vitest';
import type { CallRow } from '../../../../functions/findings/domain/calls/call-rows.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import type { ResultCalls } from '../../../../functions/replay/domain/calls/result-calls.ts';
import { callsSection } from '../../../../functions/report/pages/request/calls-section.ts';
import { callsTimeline } from '../../../../functions/report/pages/request/calls-timeline.ts';
import { bodySummary, type CurrentDifference } from '../../../../functions/report/pages/request/current-differences.ts';
import { shownCallRows } from '../../../../functions/report/pages/request/shown-request.ts';
import { madeCall, recordedCall } from '../../../support/downstream-calls.ts';

const callsOf = (recorded: RecordedCall[], made: ResultCalls['made']): ResultCalls => ({
  state: 'mixed',
  isReported: true,
  askedTargets: ['redis'],
  recorded,
  made,
  recordedAt: 1000,
  replayedAt: 5000,
});

const calls = callsOf(
  [
    recordedCall('a', { durationMs: 9 }),
    recordedCall('b', { durationMs: null }),
    recordedCall('c', { durationMs: 12 }),
  ],
  [
    { ...madeCall('a', 0), at: 5100 },
    { ...madeCall('x', 2), at: 5103, differs: true, strategy: 'similar' },
    { ...madeCall('new', null, { answeredBy: 'target', durationMs: 44, reason: null }), at: 5108 },
  ],
);

const parameter: CurrentDifference = {
  difference: {
    kind: 'CALL_PARAMETERS',
    subject: 'redis GET $.args[*]',
    path: 'redis GET $.args[0]',
    recorded: '"c"',
    replayed: '"x"',
    rule: null,
    call: { kind: 'cache', target: 'redis', operation: 'GET', field: 'args[*]', recorded: 2, made: 1 },
  },
  rule: null,
};

const origin = { planId: '0123456789abcdef01234567', item: 3, operation: '/a' };
const textOf = (html: unknown) =>
  String(html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the timeline of downstream calls', () => {
  test('begins with the first made call, and places recorded ones one after the other', () => {
    const { shown } = shownCallRows(calls, false);
    expect(shown.map(({ state }) => state)).toEqual<CallRow['state'][]>([
      'SAME',
      'NOT_MADE',
      'DIFFERS',
      'NOT_RECORDED',
    ]);
    expect(callsTimeline(shown)).toEqual({
      end: 100,
      bars: [
        { recorded: { from: 0, ms: 9 }, replayed: { from: 0, ms: 0 } },
        { recorded: { from: 9, ms: 0 }, replayed: null },
        { recorded: { from: 9, ms: 12 }, replayed: { from: 3, ms: 0 } },
        { recorded: null, replayed: { from: 8, ms: 44 } },
      ],
    });
  });

  test.for([
    [1, 1],
    [2, 2],
    [3, 5],
    [50, 50],
    [51, 100],
  ])('rounds %i ms to %i', ([durationMs = 0, end]) => {
    expect(callsTimeline(shownCallRows(callsOf([recordedCall('a', { durationMs })], []), false).shown).end).toBe(end);
  });

  test('exists without any call', () => {
    expect(callsTimeline([])).toEqual({ end: 1, bars: [] });
  });

  const section = (more: Partial<Parameters<typeof callsSection>[0]> = {}) =>
    String(
      callsSection({ calls: shownCallRows(calls, false), counts: null, differences: [parameter], origin, ...more }),
    );

  test('has the result, the source and the times of each call, with only changed parameters open', () => {
    const html = section();
    const rows = html.split('<li>').slice(1).map(textOf);
    expect(rows[0]).toMatch(/^ ?Matched redis GET Recording 9 → – /);
    expect(rows[1]).toMatch(/^ ?Missing redis GET – – → – /);
    expect(rows[2]).toMatch(/^ ?Parameters changed redis GET Recording, closest match 12 → – /);
    expect(rows[3]).toMatch(/^ ?New redis GET Live – → 44 /);
    expect(textOf(html)).toContain('1 matched, 1 with changed parameters, 1 missing, 1 new');
    expect(html.match(/<details open>/g)).toHaveLength(1);
  });

  test('has differing parameters in the row of their call, with rules for them', () => {
    const html = section();
    const rows = html.split('<li>').slice(1);
    expect(rows.map((row) => row.includes('Recorded → replayed'))).toEqual([false, false, true, false]);
    expect(textOf(rows[2])).toMatch(/args\[\*\] &quot;c&quot; → &quot;x&quot;/);
    expect(rows[2]).toMatch(/href="[^"]*\/rule\?kind=ignore&amp;target=redis&amp;path=/);
    expect(section({ origin: null })).not.toContain('/rule?');
  });

  test('leaves differences of calls out of those of the body', () => {
    const { call: _, ...field } = { ...parameter.difference, kind: 'FIELD_VALUE' as const };
    expect(bodySummary([parameter], false)).toBe('0 differences');
    expect(bodySummary([parameter, { difference: field, rule: 'r' }, { difference: field, rule: null }], true)).toBe(
      'more than 1 difference, 1 ignored',
    );
  });

  test('is left out without calls, and says so without the recording', () => {
    const none = { count: 0, states: {}, shown: [] };
    expect(callsSection({ calls: none, counts: null, differences: [], origin })).toBeNull();
    expect(callsSection({ calls: null, counts: null, differences: [], origin })).toBeNull();
    const counts = { state: 'answered', recording: 1, target: 0, default: 0, nothing: 0, misses: 0 } as const;
    expect(section({ calls: null, counts })).toContain('The recording has expired');
  });

  test('stays within the page for 50 calls with the largest parts', () => {
    const long = '"'.repeat(5000);
    const many = Array.from({ length: 60 }, () => recordedCall('a', { request: long, response: long }));
    const html = section({ calls: shownCallRows(callsOf(many, []), false) });
    expect(html.match(/<li>/g)).toHaveLength(50);
    expect(html.length).toBeLessThan(150_000);
    expect(textOf(html)).toContain('and 10 other calls');
  });
});
