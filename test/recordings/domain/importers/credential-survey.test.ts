import { describe, expect, test } from 'vitest';
import { credentialSurvey } from '../../../../functions/recordings/domain/importers/credential-survey.ts';

type Headers = [string, string][];
const exchange = (method: string, path: string, headers: Headers = [], answered: Headers = [], status = 200) => ({
  durationMs: 1,
  request: { method, path, headers, body: method === 'POST' ? '{"password":"p"}' : null, bodyEncoding: 'utf8' },
  response: { status, headers: answered, body: '{}', bodyEncoding: 'utf8' },
});
const LOGIN = exchange('POST', '/login');
const USE = exchange('GET', '/me', [['accept', '*/*']]);
const areLeftOut = (...exchanges: unknown[]) => {
  const survey = credentialSurvey();
  for (const one of exchanges) survey.add(one);
  return survey.areLeftOut();
};

describe('credentials that a browser left out of a HAR', () => {
  test('are found by a login and requests after it without credential', () => {
    expect(areLeftOut(USE, LOGIN, USE)).toBe(true);
  });

  test.for<[string, ...unknown[]]>([
    ['no login', USE, USE],
    ['nothing after the login', USE, LOGIN],
    ['a refused login', exchange('POST', '/login', [], [], 401), USE],
    ['a login that was not answered', { ...LOGIN, response: null }, USE],
    ['a token', LOGIN, exchange('GET', '/me', [['Authorization', 'Bearer x']])],
    ['a cookie that is sent', LOGIN, USE, exchange('GET', '/me', [['cookie', 'a=1']])],
    ['a cookie that is set', LOGIN, exchange('GET', '/me', [], [['set-cookie', 'a=1']])],
    ['a value that is not an exchange', LOGIN, {}],
  ])('are not found with %s', ([, ...exchanges]) => {
    expect(areLeftOut(...exchanges)).toBe(false);
  });
});
