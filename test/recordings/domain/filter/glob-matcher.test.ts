import { describe, expect, test } from 'vitest';
import { exchangeMatcher } from '../../../../functions/recordings/domain/filter/exchange-pattern.ts';
import { globMatcher } from '../../../../functions/recordings/domain/filter/glob-matcher.ts';

describe('patterns', () => {
  test.for<[pattern: string, text: string, matches: boolean]>([
    ['/orders', '/orders', true],
    ['/orders', '/orders/1', false],
    ['/orders', '/order', false],
    ['/orders/*', '/orders/', true],
    ['/orders/*', '/orders/1/items', true],
    ['/orders/*', '/orders', false],
    ['*/items', '/orders/1/items', true],
    ['*/items', '/orders/1/items/2', false],
    ['/a*b*c', '/abc', true],
    ['/a*b*c', '/axxbxxc', true],
    ['/a*b*c', '/axxc', false],
    ['/ab*ba', '/aba', false],
    ['/ab*ba', '/abba', true],
    ['/*aab*', '/aaab', true],
    ['/*abab*c', '/ababab-c', true],
    ['/*abac*', '/abaabac', true],
    ['*', '', true],
    ['**', 'x', true],
    ['', '', true],
    ['', 'x', false],
    ['/a.c', '/abc', false],
    ['/[a]?', '/[a]?', true],
  ])('match %s with %s: %s', ([pattern, text, matches]) => {
    expect(globMatcher(pattern)(text)).toBe(matches);
  });

  test.for<[pattern: string, method: string, path: string, matches: boolean]>([
    ['/orders/*', 'POST', '/orders/1', true],
    ['GET /orders/*', 'GET', '/orders/1', true],
    ['get /orders/*', 'GET', '/orders/1', true],
    ['GET /orders/*', 'POST', '/orders/1', false],
    ['P* /orders/*', 'PATCH', '/orders/1', true],
    ['* /orders', 'PUT', '/orders', true],
    ['/orders', 'GET', '/orders?full=1', true],
    ['/orders?full=1', 'GET', '/orders?full=1', false],
    ['/Orders', 'GET', '/orders', false],
  ])('match %s with %s %s: %s', ([pattern, method, path, matches]) => {
    expect(exchangeMatcher(pattern)(method, path)).toBe(matches);
  });

  test.for([
    `${'*a'.repeat(100)}*b`,
    `*${'a'.repeat(99)}b*`,
    `${'a*'.repeat(99)}b`,
    `*${'ab'.repeat(49)}c*${'ab'.repeat(49)}c*`,
    '*'.repeat(200),
  ])('read each character of a hostile text at most twice: %s', (pattern) => {
    for (const text of ['a'.repeat(100_000), 'ab'.repeat(50_000), `${'a'.repeat(99_999)}b`]) {
      let reads = 0;
      const counted = {
        length: text.length,
        charCodeAt: (at: number) => {
          reads++;
          return text.charCodeAt(at);
        },
      };
      const matches = globMatcher(pattern)(counted);
      expect(reads).toBeLessThanOrEqual(2 * text.length);
      expect(matches).toBe(globMatcher(pattern)(text));
    }
  });
});
