import { describe, expect, test } from 'vitest';
import {
  type SelectionRules,
  windowSelection,
} from '../../../../functions/evaluation/domain/policies/policy-window-selection.ts';
import { samplePosition } from '../../../../functions/evaluation/domain/policies/sampling.ts';
import type { CaseHead } from '../../../../functions/recordings/domain/recorded-case.ts';
import { replayTags } from '../../../../functions/recordings/domain/replay-mark.ts';
import { policyOf } from './policy-stage.ts';

const head = (caseId: number, change: Partial<CaseHead> = {}): CaseHead => ({
  caseId: String(caseId),
  appId: 'shop',
  operation: '/a',
  method: 'GET',
  recordedAt: caseId,
  intake: '1',

  traceId: caseId.toString(16).padStart(32, '0'),
  session: null,
  tags: {},
  durationMs: 1,
  status: 200,
  pinned: false,

  ...change,
});
const selected = (heads: readonly CaseHead[], body: object = {}, rules: Partial<SelectionRules> = {}) => {
  const { spec } = policyOf({ ...body });
  const given = { spec, salt: 's', rate: 1, cutoff: null, max: 1000, beyond: 'max_targets_per_run', ...rules };
  const selection = windowSelection(given);
  for (const one of heads) selection.take(one);
  return selection.selection();
};
const idsOf = ({ targets }: { targets: CaseHead[] }) => targets.map(({ caseId }) => Number(caseId));
const many = Array.from({ length: 500 }, (_, index) => head(index + 1));

describe('the filter of a policy (evaluation 3.13)', () => {
  test.for<[string, object, Partial<CaseHead>, boolean]>([
    ['the application', {}, {}, true],
    ['another one', {}, { appId: 'shop2' }, false],
    ['an endpoint', { operations: '/a' }, {}, true],
    ['one of the endpoints', { operations: ['/b', '/a'] }, {}, true],
    ['none of them', { operations: ['/a/'] }, {}, false],
    ['a tag', { case_tags: { tier: 'gold' } }, { tags: { tier: 'gold' } }, true],
    ['a part of it', { case_tags: { tier: 'gold' } }, { tags: { tier: 'golden' } }, false],
    ['one of the values', { case_tags: { tier: ['gold', 'silver'] } }, { tags: { tier: 'silver' } }, true],
    ['no such tag', { case_tags: { tier: 'gold' } }, {}, false],
    ['a name that every object has', { case_tags: { toString: 'gold' } }, {}, false],
    ['an attribute', { 'service.name': 'orders' }, { tags: { 'service.name': 'orders' } }, true],
    ['both', { 'service.name': 'orders', case_tags: { tier: 'gold' } }, { tags: { 'service.name': 'orders' } }, false],
    ['the same key twice', { tier: 'gold', case_tags: { tier: 'silver' } }, { tags: { tier: 'silver' } }, false],
  ])('combines keys by AND, lists by OR, and matches exactly: %s', ([, filter, change, isMeant]) => {
    expect(selected([head(1, change)], { filter: { app_id: 'shop', ...filter } }).matched).toBe(Number(isMeant));
  });
});

describe('the exclusions and the loop guard (evaluation 3.13)', () => {
  test('reduce the number of matched cases', () => {
    const replayed = head(1, { tags: { 'eval.execution': 'true' } });
    const own = head(2, { tags: { tier: 'test' } });
    const exclusions = [{ key: 'tier', equals: 'test' }];
    expect(selected([replayed, own, head(3)], { exclusions })).toMatchObject({
      matched: 1,
      sampled: 1,
      skipped: { excluded: 2 },
    });
    expect(selected([replayed, own, head(3)])).toMatchObject({ matched: 2, skipped: { excluded: 1 } });
  });

  test.for<[string, [string, string][], boolean]>([
    ['a header of a replay', [['X-Replay-Id', 'r1']], true],
    ['what a replayed service passed on', [['Baggage', 'k=v, eval.execution = true;p=1']], true],
    ['the trace that a replayed service passed on', [['tracestate', `rojo=1,replay=${'a'.repeat(24)}`]], true],
    ['the tracestate of another system', [['tracestate', 'replay=1']], false],
    ['another member', [['baggage', 'eval.execution=false']], false],
    ['a longer one', [['baggage', 'k=eval.execution=true']], false],
    ['nothing', [['accept', '*/*']], false],
  ])('recognise replays by recorded headers: %s', ([, headers, isReplay]) => {
    expect(replayTags(headers)).toEqual(isReplay ? { 'eval.execution': 'true' } : {});
  });
});

describe('the sampling and the budget of a run (evaluation 3.13)', () => {
  test('include or exclude a trace as a whole', () => {
    const traceId = many[0]?.traceId ?? '';
    const same = [1, 2, 3].map((id) => head(id, { traceId }));
    expect([0, 3]).toContain(selected(same, {}, { rate: 0.5 }).sampled);
  });

  test('count what they leave out by its reason', () => {
    const { matched, sampled, targets, skipped } = selected(many, {}, { rate: 0.5, max: 20 });
    expect(matched).toBe(500);
    expect(targets).toHaveLength(20);
    expect(skipped).toEqual({ not_sampled: 500 - sampled, max_targets_per_run: sampled - 20 });
  });

  test('keep cases of lower positions in any order if there are too many, sorted by recording', () => {
    const first = selected(many, {}, { max: 20 });
    const turned = selected([...many].reverse(), {}, { max: 20 });
    expect(idsOf(turned)).toEqual(idsOf(first));
    expect(idsOf(first)).toEqual([...idsOf(first)].sort((a, b) => a - b));
    const highest = Math.max(...first.targets.map(({ traceId }) => samplePosition('s', traceId)));
    expect(first.cutoff).toBe(highest);
    expect(idsOf(selected(many, {}, { rate: highest + 2 ** -53 }))).toEqual(idsOf(first));
  });

  test('select the same cases in parts of a window as in the whole, up to the cutoff', () => {
    const { cutoff, ...whole } = selected(many, {}, { max: 20 });
    const parts = [many.slice(0, 250), many.slice(250)].flatMap((part) => idsOf(selected(part, {}, { cutoff })));
    expect(parts).toEqual(idsOf(whole));
  });

  test('select nothing if nothing matched', () => {
    expect(selected([])).toEqual({ matched: 0, sampled: 0, targets: [], skipped: {}, cutoff: null });
  });
});
