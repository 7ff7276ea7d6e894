import { describe, expect, test } from 'vitest';
import { cleanLines, cleanText, cut } from '../../../../functions/notifications/domain/cards/card-text.ts';

describe('foreign text on a card', () => {
  test.for<[string, string, string]>([
    ['a field name, unchanged', 'data.items[*].total_amount', 'data.items[*].total_amount'],
    ['an endpoint, unchanged', 'GET /orders/{id}?full=1', 'GET /orders/{id}?full=1'],
    ['Chinese and emoji, unchanged', '订单 🚚 金额', '订单 🚚 金额'],
    ['a mention', '<at id=all></at>', '＜at id=all＞＜/at＞'],
    ['a mention by number', '@13800000000 @all', '＠13800000000 ＠all'],
    ['a link', '[x](https://evil.example)', '[x］(https：//evil.example)'],
    ['an address', 'HTTPS://evil.example', 'HTTPS：//evil.example'],
    ['an address by backslashes', 'https:\\\\evil.example', 'https：\\\\evil.example'],
    ['an address without scheme', 'see WWW.evil.example', 'see WWW．evil.example'],
    ['an entity', '&lt;at&#62;', '＆lt;at＆#62;'],
    ['bidi controls', 'a\u202eb\u2066c', 'abc'],
    ['zero-width characters, also inside a mention', '@\u200ball <\u2060at>', '＠all ＜at＞'],
    ['zero-width characters inside a link', '[x]\u200b(y)', '[x］(y)'],
    ['zero-width characters inside an address', 'https:\u200d//x', 'https：//x'],
    ['Hangul fillers', 'a\u3164\u115fb', 'ab'],
    ['control characters and line breaks', 'a\r\n\u0000\u001b\u2028# b', 'a # b'],
    ['lone surrogates', 'a\ud800b', 'a\ufffdb'],
    ['noncharacters', 'a\uffff\ufffeb', 'ab'],
    ['a pile of marks', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
    ['blanks at the ends', '  a \u3000 b\u2800 ', 'a b'],
  ])('is cleaned: %s', ([, text, clean]) => {
    expect(cleanText(text)).toBe(clean);
    expect(cleanText(clean)).toBe(clean);
  });

  test('keeps its lines without empty ones', () => {
    expect(cleanLines('a\n\u200b\n\r\n b\u2028@c\n')).toEqual(['a', 'b', '＠c']);
  });

  test.for([
    ['金额', 2, '金额'],
    ['金额少', 2, '金…'],
    ['🚚🚚', 2, '🚚🚚'],
    ['🚚🚚🚚', 2, '🚚…'],
    ['abc', 0, '…'],
  ] as const)('is cut: %s to %d characters is %s', ([text, max, short]) => {
    expect(cut(text, max)).toBe(short);
  });
});
