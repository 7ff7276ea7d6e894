import { describe, expect, test } from 'vitest';
import type { DeliveryOutcome } from '../../../../functions/notifications/domain/channel-kind.ts';
import { alphaBot } from '../../../../functions/notifications/domain/channels/alpha-bot.ts';
import { betaBot } from '../../../../functions/notifications/domain/channels/beta-bot.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';
import { alphaBotAnswer, type FakeBot } from '../../../support/fakes/fake-alpha-bot.ts';

const URL = 'https://open.feishu.cn/open-apis/bot/v2/hook/0';
const NOW = 1_599_360_473_999;
test.for([
  ['zh', true],
  ['en', false],
] as const)('a card is written in the language %s (SVC_AI_LANGUAGE)', ([language, isChinese]) => {
  const facts = sampleFacts({ publicUrl: 'http://replay.internal', now: NOW, language });
  const identity = { id: 'e1', event: 'completed', time: NOW } as const;
  for (const kind of [alphaBot, betaBot]) expect(/\p{Script=Han}/u.test(kind.content(facts, identity))).toBe(isChinese);
});

const content = alphaBot.content(sampleFacts({ publicUrl: 'http://replay.internal', now: NOW }), {
  id: 'e1',
  event: 'test',
  time: NOW,
});
const signed = (secret: string | null, now: number) => alphaBot.post(content, { url: URL, secret }, now);

describe('a request of alpha_bot (facts: bots 1.1)', () => {
  test.for([
    [100_000, '100', 'demo', 'jquNHnVOwmDRfw+vqTIrY5dooJAgi5EcRtLsQE4wfXg='],
    [NOW, '1599360473', 'demo', 'l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8='],
  ] as const)('is signed at %d ms with the time %s s', ([now, timestamp, secret, sign]) => {
    expect(JSON.parse(signed(secret, now).body)).toEqual({ timestamp, sign, ...JSON.parse(content) });
  });

  test('is signed again at each attempt with the secret of its channel, and stays the same otherwise', () => {
    const signOf = (secret: string, now: number) => JSON.parse(signed(secret, now).body).sign;
    expect(signOf('demo', NOW + 1000)).not.toBe(signOf('demo', NOW));
    expect(signOf('demo2', NOW)).not.toBe(signOf('demo', NOW));
    expect(signed('密钥', NOW)).toEqual({ ...signed('demo', NOW), body: signed('密钥', NOW).body });
  });

  test('is not signed without a secret', () => {
    expect(signed(null, NOW)).toEqual({
      url: URL,
      headers: [['Content-Type', 'application/json; charset=utf-8']],
      body: content,
    });
  });

  test.for<[string, string | null, number, DeliveryOutcome]>([
    ['the right secret', 'demo', 0, { outcome: 'delivered' }],
    ['a secret with characters of more than a byte', '密钥', 0, { outcome: 'delivered' }],
    ['no secret if the bot has none', null, 0, { outcome: 'delivered' }],
    ['a signature of more than an hour ago', 'demo', 3_602_000, { outcome: 'refused', vendorCode: '19021' }],
  ])('is accepted or refused by the vendor: %s', ([, secret, later, outcome]) => {
    const bot: FakeBot = { secret, taken: [] };
    expect(outcomeOf(bot, signed(secret, NOW), NOW + later)).toEqual(outcome);
  });

  test('is refused by the vendor with another secret', () => {
    expect(outcomeOf({ secret: 'demo', taken: [] }, signed('other', NOW), NOW)).toMatchObject({ outcome: 'refused' });
  });
});

describe('the answer of alpha_bot (facts: bots 1.1)', () => {
  const ok = { StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' };
  test.for<[string, number, unknown, DeliveryOutcome]>([
    ['success', 200, ok, { outcome: 'delivered' }],
    ['only the current code of success', 200, { code: 0 }, { outcome: 'delivered' }],
    ['only the earlier code of success', 200, { StatusCode: 0 }, { outcome: 'delivered' }],
    ['the earlier code of success beside null', 200, { code: null, StatusCode: 0 }, { outcome: 'delivered' }],
    [
      'an error beside the earlier code of success',
      200,
      { code: 19001, StatusCode: 0 },
      { outcome: 'refused', vendorCode: '19001' },
    ],
    ['a text of 0', 200, { code: '0' }, { outcome: 'ambiguous', vendorCode: null }],
    ['no code', 200, {}, { outcome: 'ambiguous', vendorCode: null }],
    ['a page', 200, '<html>ok</html>', { outcome: 'ambiguous', vendorCode: null }],
    ['nothing', 200, '', { outcome: 'ambiguous', vendorCode: null }],
    ['JSON that is not an object', 200, 'null', { outcome: 'ambiguous', vendorCode: null }],
    ['a cut answer', 200, '{"code":0', { outcome: 'ambiguous', vendorCode: null }],
    ['rate limited', 200, { code: 11232 }, { outcome: 'not-delivered', vendorCode: '11232' }],
    ['rate limited, old form', 200, { StatusCode: 11232 }, { outcome: 'not-delivered', vendorCode: '11232' }],
    [
      'throttled',
      200,
      { code: 9499, msg: 'too many request, rate limit' },
      { outcome: 'not-delivered', vendorCode: '9499' },
    ],
    [
      'throttled by frequency',
      200,
      { code: 9499, msg: 'Frequency limited' },
      { outcome: 'not-delivered', vendorCode: '9499' },
    ],
    ['a bad request', 200, { code: 9499, msg: 'Bad Request' }, { outcome: 'refused', vendorCode: '9499' }],
    [
      'a bad request whose message is not text',
      200,
      { code: 9499, msg: { rate: 1 } },
      { outcome: 'refused', vendorCode: '9499' },
    ],
    ...[19001, 19002, 19021, 19022, 19024, 200621, 200861, 230099].map(
      (code): [string, number, unknown, DeliveryOutcome] => [
        'an error of configuration or card',
        200,
        { code, msg: 'x' },
        { outcome: 'refused', vendorCode: String(code) },
      ],
    ),
    ['too many requests', 429, '', { outcome: 'not-delivered', vendorCode: null }],
    ['an error with another status', 400, { code: 19001 }, { outcome: 'refused', vendorCode: '19001' }],
    ['rate limited with another status', 400, { code: 11232 }, { outcome: 'not-delivered', vendorCode: '11232' }],
    ['a success that the status denies', 404, ok, { outcome: 'refused', vendorCode: '0' }],
    ['a redirect', 302, '', { outcome: 'refused', vendorCode: null }],
    ['an error of the vendor', 500, { code: 11232 }, { outcome: 'ambiguous', vendorCode: '11232' }],
    ['a gateway', 502, '<html>', { outcome: 'ambiguous', vendorCode: null }],
    ['a code that no log line should have', 200, { code: 1e300 }, { outcome: 'ambiguous', vendorCode: null }],
  ])('is interpreted: %s, %d', ([, status, body, outcome]) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(alphaBot.interpret({ status, body: text, retryAfter: null })).toEqual(outcome);
  });
});

/** The delivery outcome of the vendor's response to a request. */
function outcomeOf(bot: FakeBot, { url, headers, body }: ReturnType<typeof signed>, now: number): DeliveryOutcome {
  const lowerCase = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const seen = { method: 'POST', url, headers: lowerCase, rawHeaders: [], body: Buffer.from(body) };
  return alphaBot.interpret({ status: 200, body: JSON.stringify(alphaBotAnswer(bot, seen, now)), retryAfter: null });
}
