import { describe, expect, test } from 'vitest';
import type { DeliveryOutcome } from '../../../../functions/notifications/domain/channel-kind.ts';
import { betaBot } from '../../../../functions/notifications/domain/channels/beta-bot.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';
import { betaBotAnswer } from '../../../support/fakes/fake-beta-bot.ts';

const ADDRESS = 'https://oapi.dingtalk.com/robot/send?access_token=a1';
const NOW = 1_577_262_236_757;
const SIGN = 'hmPWwU+7lVdm3ZZz0r9tSfx0L4Q26jWOZr9+Gs6EZQM=';
const facts = sampleFacts({ publicUrl: 'http://replay.internal', now: NOW });
const content = betaBot.content(facts, { id: 'e1', event: 'test', time: NOW });
const signed = (secret: string | null, now: number, url = ADDRESS) => betaBot.post(content, { url, secret }, now);

describe('a request of beta_bot (facts: bots 1.2)', () => {
  test('is signed in its address, encoded once', () => {
    expect(signed('this is secret', NOW).url).toBe(
      `${ADDRESS}&timestamp=1577262236757&sign=hmPWwU%2B7lVdm3ZZz0r9tSfx0L4Q26jWOZr9%2BGs6EZQM%3D`,
    );
  });

  test('is signed again at each attempt with the secret of its channel, and keeps its body', () => {
    const signOf = (secret: string, now: number) => new URL(signed(secret, now).url).searchParams.get('sign');
    expect(signOf('this is secret', NOW)).toBe(SIGN);
    expect(signOf('this is secret', NOW + 1)).not.toBe(SIGN);
    expect(signOf('this is secret ', NOW)).not.toBe(SIGN);
    expect(signed('a', NOW).body).toBe(signed('b', NOW + 1).body);
  });

  test('replaces a signature that was saved with the address', () => {
    const query = new URL(signed('this is secret', NOW, `${ADDRESS}&sign=old&timestamp=1`).url).searchParams;
    expect([query.getAll('sign'), query.getAll('timestamp'), query.get('access_token')]).toEqual([
      [SIGN],
      [String(NOW)],
      'a1',
    ]);
  });

  test('is not signed without a secret', () => {
    expect(signed(null, NOW)).toEqual({
      url: ADDRESS,
      headers: [['Content-Type', 'application/json; charset=utf-8']],
      body: content,
    });
  });

  test.for<[string, string | null, string | null, number, DeliveryOutcome]>([
    ['the right secret', 'SEC1', 'SEC1', 0, { outcome: 'delivered' }],
    ['a secret with characters of more than a byte', '密钥', '密钥', 0, { outcome: 'delivered' }],
    ['keywords instead of a secret', null, null, 0, { outcome: 'delivered' }],
    ['another secret', 'SEC1', 'SEC2', 0, { outcome: 'refused', vendorCode: '310000' }],
    ['a signature of more than an hour ago', 'SEC1', 'SEC1', 3_602_000, { outcome: 'refused', vendorCode: '310000' }],
  ])('is accepted or refused by the vendor: %s', ([, asked, given, later, outcome]) => {
    const { url, headers, body } = signed(given, NOW);
    const lowerCase = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const seen = { method: 'POST', url, headers: lowerCase, rawHeaders: [], body: Buffer.from(body) };
    const answer = betaBotAnswer({ secret: asked, taken: [] }, seen, NOW + later);
    expect(betaBot.interpret({ status: 200, body: JSON.stringify(answer), retryAfter: null })).toEqual(outcome);
  });

  test('has one button as a link of the card, two as a list', () => {
    const cardOf = (attributes: unknown) =>
      JSON.parse(betaBot.content({ ...facts, attributes }, { id: 'e1', event: 'completed', time: NOW })).actionCard;
    expect(cardOf(null)).toMatchObject({ singleTitle: '查看报告', singleURL: facts.reportUrl });
    expect(cardOf(facts.attributes).btns).toEqual([
      { title: '查看报告', actionURL: facts.reportUrl },
      { title: '查看流水线', actionURL: 'https://ci.example.com/pipelines/1' },
    ]);
  });
});

describe('the answer of beta_bot (facts: bots 1.2)', () => {
  test.for<[string, number, unknown, DeliveryOutcome]>([
    ['success', 200, { errcode: 0, errmsg: 'ok' }, { outcome: 'delivered' }],
    ['success as text', 200, { errcode: '0', errmsg: 'ok' }, { outcome: 'delivered' }],
    ['no code', 200, { errmsg: 'ok' }, { outcome: 'ambiguous', vendorCode: null }],
    ['an empty code', 200, { errcode: '' }, { outcome: 'ambiguous', vendorCode: null }],
    ['a code of null', 200, { errcode: null }, { outcome: 'ambiguous', vendorCode: null }],
    ['a code of false', 200, { errcode: false }, { outcome: 'ambiguous', vendorCode: null }],
    ['a code that is a list', 200, { errcode: [] }, { outcome: 'ambiguous', vendorCode: null }],
    ['punished', 200, { status: 1111, wait: 5, punish: 'deny' }, { outcome: 'not-delivered', vendorCode: null }],
    ['a page', 200, '<html>ok</html>', { outcome: 'ambiguous', vendorCode: null }],
    ['nothing', 200, '', { outcome: 'ambiguous', vendorCode: null }],
    ['a list', 200, [], { outcome: 'ambiguous', vendorCode: null }],
    ['sent too fast', 200, { errcode: 130101 }, { outcome: 'not-delivered', vendorCode: '130101' }],
    ['sent too fast, as text', 200, { errcode: '130101' }, { outcome: 'not-delivered', vendorCode: '130101' }],
    ['throttled', 200, { errcode: 410100 }, { outcome: 'not-delivered', vendorCode: '410100' }],
    ['busy', 200, { errcode: -1 }, { outcome: 'not-delivered', vendorCode: '-1' }],
    ...[310000, 300001, 300005, 400101, 400013, 400102, 400105, 43004, 40035, 460101].map(
      (errcode): [string, number, unknown, DeliveryOutcome] => [
        'an error of configuration or message',
        200,
        { errcode, errmsg: 'x' },
        { outcome: 'refused', vendorCode: String(errcode) },
      ],
    ),
    ['too many requests', 429, '', { outcome: 'not-delivered', vendorCode: null }],
    ['not found', 404, '', { outcome: 'refused', vendorCode: null }],
    ['a success that the status denies', 403, { errcode: 0 }, { outcome: 'refused', vendorCode: '0' }],
    ['an error of the vendor', 500, { errcode: -1 }, { outcome: 'ambiguous', vendorCode: '-1' }],
    ['a gateway', 504, '', { outcome: 'ambiguous', vendorCode: null }],
  ])('is interpreted: %s, %d', ([, status, body, outcome]) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(betaBot.interpret({ status, body: text, retryAfter: null })).toEqual(outcome);
  });
});
