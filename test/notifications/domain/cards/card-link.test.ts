import { describe, expect, test } from 'vitest';
import { httpLink } from '../../../../functions/notifications/domain/cards/card-link.ts';

const address = (characters: number) => `https://ci.example.com/${'x'.repeat(characters - 23)}`;

describe('httpLink', () => {
  test.for<[string, string, string | null]>([
    ['http', 'http://ci:8080/run/1', 'http://ci:8080/run/1'],
    ['https with a query', 'https://ci.example.com/run?id=1&tab=log#L1', 'https://ci.example.com/run?id=1&tab=log#L1'],
    ['upper case', 'HTTPS://CI.example.com', 'https://ci.example.com/'],
    ['an IPv6 host', 'http://[::1]:8080/a', 'http://[::1]:8080/a'],
    ['what would end it in Markdown', 'https://ci/a)[b](c)*d', 'https://ci/a%29%5Bb%5D%28c%29%2Ad'],
    ['tags and quotes', 'https://ci/<at id="all">', null],
    ['tags without blanks', 'https://ci/<at"x">', 'https://ci/%3Cat%22x%22%3E'],
    ['a mention', 'https://ci/@all', 'https://ci/%40all'],
    ['2,048 characters', address(2048), address(2048)],
    ['2,049 characters', address(2049), null],
    ['more than that once written out', `https://ci/${'金'.repeat(300)}`, null],
    ['no scheme', 'ci.example.com/run/1', null],
    ['another scheme', 'javascript:alert(1)', null],
    ['a vendor’s own scheme', 'dingtalk://dingtalkclient/page/link?url=x', null],
    ['no slashes', 'https:ci.example.com', null],
    ['credentials', 'https://ci.example.com@evil.example/', null],
    ['a line break, which URL parsers take out', 'https://ci/\nx', null],
    ['an invisible character', 'https://ci/\u200bx', null],
    ['no host', 'https://', null],
    ['a bad port', 'https://ci:99999/', null],
  ])('returns the link or null for %s', ([, text, link]) => {
    expect(httpLink(text)).toBe(link);
  });
});
