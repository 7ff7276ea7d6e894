import { describe, expect, test } from 'vitest';
import type { RedactRule } from '../../../functions/applications/domain/redact-rule.ts';
import type { RecordedRequest } from '../../../functions/recordings/domain/recorded-case.ts';
import { asRecorded, FORM_TYPE, GET, JSON_TYPE, sealed, sent } from './sealed/sealed-request.ts';

const VALUE = 'ada%2Bshop%40mail.test';
const redacted = (request: Partial<RecordedRequest>, rules: RedactRule[] = [{ parameter: 'mail' }]) =>
  sealed(request, 'keep', rules);

describe('a rule for a parameter', () => {
  test.for<[path: string, expected: string]>([
    ['/find?mail=a%40b.c&page=2', '/find?mail=%5Bredacted%5D&page=2'],
    ['/find?page=2&mail=x&mail=y', '/find?page=2&mail=%5Bredacted%5D&mail=%5Bredacted%5D'],
    ['/find?m%61il=x', '/find?m%61il=%5Bredacted%5D'],
    ['/find?mail=', '/find?mail='],
    ['/find?mail', '/find?mail'],
    ['/find?Mail=x&email=y&mail.to=z', '/find?Mail=x&email=y&mail.to=z'],
    ['/mail=x', '/mail=x'],
  ])('redacts %s', ([path, expected]) => {
    expect(redacted({ path }).path).toBe(expected);
  });

  test('names a parameter as it is decoded', () => {
    const rules = [{ parameter: 'user[first name]' }];
    expect(redacted({ path: '/a?user%5Bfirst+name%5D=ada' }, rules).path).toBe(
      '/a?user%5Bfirst+name%5D=%5Bredacted%5D',
    );
  });

  test('redacts a field of a form, and no other body', () => {
    const body = 'mail=a%40b.c&page=2';
    expect(redacted({ method: 'POST', headers: [FORM_TYPE], body }).body).toBe('mail=%5Bredacted%5D&page=2');
    expect(redacted({ method: 'POST', headers: [JSON_TYPE], body }).body).toBe(body);
  });

  test('seals what a replay sends as it was recorded', () => {
    const request = {
      method: 'POST',
      path: `/find?mail=${VALUE}&a=b+c`,
      headers: [FORM_TYPE],
      body: `x=1&mail=a+${VALUE}`,
    };
    const stored = sealed(request, 'seal', [{ parameter: 'mail', seal: true }]);
    expect(JSON.stringify(stored)).not.toContain('ada');
    expect(stored.path).toMatch(/^\/find\?mail=%?sealed\.v1\.[\w-]+\.&a=b\+c$/);
    expect(sent(stored)).toEqual(asRecorded({ ...GET, ...request }));
  });
});
