import { expect, test } from 'vitest';
import { parseSessionCookie, sessionCookie } from '../../../../functions/platform/http/pages/session-cookie.ts';

test.for([
  ['http://127.0.0.1:8090', 'http://127.0.0.1:8091'],
  ['https://replay.shop.test', 'https://replay.shop.test:8443'],
])('services at %s and %s keep separate sessions in one browser', ([one = '', other = '']) => {
  const jar = new Map<string, string>();
  const cookies = [one, other].map((url, n) => {
    const line = sessionCookie({ secret: String(n).repeat(32), tokens: null }, { url: new URL(url), basePath: '' });
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
    return line;
  });
  const headers = new Headers({ cookie: [...jar].map((pair) => pair.join('=')).join('; ') });
  expect([one, other].map((url) => parseSessionCookie(headers, { url: new URL(url), basePath: '' })?.secret)).toEqual([
    '0'.repeat(32),
    '1'.repeat(32),
  ]);
  // Browsers take a cookie with this prefix only as Secure, without a domain and with the path /.
  for (const line of cookies)
    if (one.startsWith('https')) expect(line).toMatch(/^__Host-replay-session(?:-8443)?=.*; Path=\/; .*Secure/);
});
