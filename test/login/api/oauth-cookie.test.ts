import { expect, test } from 'vitest';
import { oauthCookie, parseOauthCookie } from '../../../functions/login/api/oauth-cookie.ts';

const STORED = { oauthType: 'github', state: 's', browserSecret: 'b', next: '/console' };

test.for([
  ['', '/console/login'],
  ['/live', '/live/console/login'],
])('the cookie of a login at a provider goes to the login pages alone, behind the path %j', ([basePath = '', path]) => {
  const url = new URL('https://replay.shop.test/console/login/oauth/github');
  const line = oauthCookie(STORED, { url, basePath });
  expect(line).toContain(`; Path=${path};`);
  expect(parseOauthCookie(new Headers({ cookie: line.split(';')[0] ?? '' }), url)).toEqual(STORED);
});
