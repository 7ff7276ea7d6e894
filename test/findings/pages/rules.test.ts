import { describe, expect, test } from 'vitest';
import { durationText, ruleSentence, type WordedRule } from '../../../functions/findings/pages/parts/rule-sentence.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const AS_ADMIN = { 'x-api-key': ADMIN_KEY };
const PATH = '/console/apps/shop/rules';

const text = async (rule: Partial<WordedRule>, methods?: Map<string, string[]>) =>
  String(
    await ruleSentence({ kind: 'ignore', path: 'a.b', operation: null, target: 'response', ...rule }, methods),
  ).replaceAll(/<[^>]*>/g, '');

describe('the sentence of a rule', () => {
  test.for<[Partial<WordedRule>, string]>([
    [{}, 'Ignore a.b in every endpoint'],
    [{ operation: 'GET /orders' }, 'Ignore a.b in GET /orders'],
    [{ path: '$.a.b' }, 'Ignore a.b in every endpoint'],
    [{ path: '$..b' }, 'Ignore $..b in every endpoint'],
    [{ path: '$' }, 'Ignore $ in every endpoint'],
    [{ operation: '/orders' }, 'Ignore a.b in GET, POST /orders'],
    [{ operation: '/other' }, 'Ignore a.b in /other'],
    [{ kind: 'ignore-order' }, 'Accept any order of a.b in every endpoint'],
    [
      { kind: 'array-key', keys: ['sku', 'variant.id'] },
      'Match the elements of a.b by sku, variant.id in every endpoint',
    ],
    [{ kind: 'tolerance', tolerance: { absolute: 0.01 } }, 'Allow a.b to differ by up to 0.01 in every endpoint'],
    [{ kind: 'tolerance', tolerance: { relative: 0.07 } }, 'Allow a.b to differ by up to 7 % in every endpoint'],
    [
      { kind: 'time-tolerance', tolerance: { ms: 300_000 } },
      'Allow a.b to differ by up to 5 minutes in every endpoint',
    ],
    [{ kind: 'ignore-case' }, 'Ignore upper and lower case of a.b in every endpoint'],
    [{ kind: 'null-is-absent' }, 'Treat null as absent in a.b in every endpoint'],
    [{ kind: 'include-only' }, 'Compare only a.b in every endpoint'],
    [{ target: 'response-headers' }, 'Ignore a.b of the response headers in every endpoint'],
    [{ target: 'inventory' }, 'Ignore a.b of calls to inventory in every endpoint'],
  ])('says for %j: %s', async ([rule, sentence]) => {
    expect(await text(rule, new Map([['/orders', ['GET', 'POST']]]))).toBe(sentence);
  });

  test.for([
    [1, '1 ms'],
    [999, '999 ms'],
    [1000, '1 second'],
    [1500, '1,500 ms'],
    [59_000, '59 seconds'],
    [60_000, '1 minute'],
    [90_000, '90 seconds'],
  ] as const)('writes %d ms as %s', ([ms, words]) => {
    expect(durationText(ms)).toBe(words);
  });
});

describe('the form of a rule', () => {
  async function stored(fields: Record<string, string>) {
    const stage = pageStage();
    await stage.services.sealedSettings.changeSettings('shop', {});
    await stage.table.put({ pk: 'T#default#APP#shop', sk: 'OP#/orders' });
    const { post } = stage.browser();
    const answer = await post(PATH, { path: 'a', ...fields }, AS_ADMIN);
    const [rule] = await stage.services.rules.list('shop');
    return { answer, rule, stage, post };
  }

  test.for<[Record<string, string>, object]>([
    [
      { kind: 'ignore', amount: '7', keys: 'sku', duration: '5' },
      { kind: 'ignore', path: 'a', operation: null },
    ],
    [{ kind: 'tolerance', amount: '0.5', measure: 'absolute' }, { tolerance: { absolute: 0.5 } }],
    [{ kind: 'tolerance', amount: '7', measure: 'percent' }, { tolerance: { relative: 0.07 } }],
    [{ kind: 'time-tolerance', duration: '5', timeUnit: 'minutes' }, { tolerance: { ms: 300_000 } }],
    [{ kind: 'time-tolerance', duration: '5', timeUnit: 'milliseconds' }, { tolerance: { ms: 5 } }],
    [{ kind: 'array-key', keys: 'sku, variant.id' }, { keys: ['sku', 'variant.id'] }],
    [{ kind: 'ignore', operation: 'GET /orders' }, { operation: '/orders' }],
    [{ kind: 'ignore', operation: 'GET, POST /orders' }, { operation: '/orders' }],
    [{ kind: 'ignore', operation: 'GET /unknown' }, { operation: 'GET /unknown' }],
  ])('stores %j as %j', async ([fields, rule]) => {
    const done = await stored(fields);
    expect(done.answer.status).toBe(303);
    expect(done.rule).toMatchObject(rule);
    if (fields.kind === 'ignore') expect(Object.keys(done.rule ?? {})).not.toContain('tolerance');
  });

  test.for([
    [{ kind: 'tolerance', amount: 'much' }, 'Differs by up to'],
    [{ kind: 'array-key', keys: '' }, 'Key fields'],
    [{ kind: 'other' }, 'Kind must be one of'],
  ] as const)('refuses %j beside its field', async ([fields, message]) => {
    const { answer, rule } = await stored(fields);
    expect([answer.status, rule]).toEqual([422, undefined]);
    expect(answer.text).toContain(`class="error"`);
    expect(answer.text).toContain(message);
  });

  test('puts a removed rule back with Undo, under its id', async () => {
    const { rule, stage, post } = await stored({ kind: 'array-key', keys: 'sku', comment: 'Sorted by <price>' });
    const removed = await post(`${PATH}/remove`, { ruleId: rule?.ruleId ?? '' }, AS_ADMIN);
    expect(removed.status).toBe(200);
    expect(removed.text).toContain('The rule is removed.');
    const items = () => stage.services.rules.list('shop');
    expect(await items()).toEqual([]);
    const given = /name="rule" value="([^"]*)"/.exec(removed.text)?.[1] ?? '';
    const decoded = given.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect((await post(`${PATH}/restore`, { rule: decoded }, AS_ADMIN)).status).toBe(303);
    const { ruleId, kind, path, keys, comment } = { ...rule };
    expect(await items()).toMatchObject([{ ruleId, kind, path, keys, comment }]);
    expect((await post(`${PATH}/restore`, { rule: 'no rule' }, AS_ADMIN)).status).toBe(422);
    expect((await post(`${PATH}/remove`, { ruleId: 'none' }, AS_ADMIN)).headers.get('location')).toBe(PATH);
  });

  test('is filled in from the address, so that a copied rule is the same again', async () => {
    const { stage } = await stored({
      kind: 'time-tolerance',
      duration: '2',
      timeUnit: 'seconds',
      operation: '/orders',
    });
    const { get } = stage.browser();
    const { text: list } = await get(PATH, AS_ADMIN);
    const copy = /href="([^"]*)#new">Copy/.exec(list)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { text: form } = await get(copy, AS_ADMIN);
    expect(form).toMatch(/value="time-tolerance" checked/);
    expect(form).toMatch(/name="duration"[^>]* value="2000"/);
    expect(form).toContain('<option value="milliseconds" selected>');
    expect(form).toMatch(/name="operation"[^>]* value="\/orders"/);
  });

  test('is not offered to guests, who read the sentences', async () => {
    const { stage } = await stored({ kind: 'ignore' });
    const guest = stage.browser();
    await guest.get('/console');
    const { text: page } = await guest.get(PATH);
    expect(page).toContain('in every endpoint');
    expect(page.slice(page.indexOf('<main'))).not.toMatch(/method="post"|New rule|Copy/);
  });
});
