import { describe, expect, test } from 'vitest';
import { guestName } from '../../../functions/login/domain/guest-name.ts';
import { mayLogIn, parseUserName } from '../../../functions/login/domain/user-name.ts';
import { codeOf } from '../../../functions/login/domain/verification-code.ts';

describe('userName (interface 4.8)', () => {
  test.for<[unknown, string | null]>([
    ['ann@shop.test', 'ann@shop.test'],
    [' Ann@Shop.TEST ', 'ann@shop.test'],
    ["o'neil+x@shop.test", "o'neil+x@shop.test"],
    ['root@localhost', 'root@localhost'],
    [`${'a'.repeat(64)}@shop.test`, `${'a'.repeat(64)}@shop.test`],
    [`${'a'.repeat(65)}@shop.test`, null],
    [`a@${'b.'.repeat(125)}co`, `a@${'b.'.repeat(125)}co`],
    [`a@${'b.'.repeat(126)}co`, null],
    ['ann', null],
    ['ann@', null],
    ['ann@shop..test', null],
    ['ann@shop.test, eve@evil.test', null],
    ['ann@shop.test\r\nBcc: eve@evil.test', null],
    ['ann\u0000@shop.test', null],
    ['"a b"@shop.test', null],
    ['аnn@shop.test', null],
    ['', null],
    [null, null],
    [7, null],
    [['ann@shop.test'], null],
  ])('is read from %j as %j', ([input, name]) => {
    expect(parseUserName(input)).toBe(name);
  });
});

describe('SVC_LOGIN_DOMAINS (interface 1)', () => {
  test.for<[string, string[], boolean]>([
    ['ann@shop.test', ['shop.test'], true],
    ['ann@shop.test', ['other.test', 'shop.test'], true],
    ['ann@shop.test', ['*'], true],
    ['ann@shop.test', [], false],
    ['ann@evil-shop.test', ['shop.test'], false],
    ['ann@shop.test.evil.test', ['shop.test'], false],
    ['ann@sub.shop.test', ['shop.test'], false],
    ['shop.test@evil.test', ['shop.test'], false],
  ])('lets %s log in for %j: %s', ([userName, domains, may]) => {
    expect(mayLogIn(userName, domains)).toBe(may);
  });
});

describe('guestName', () => {
  const entropy = 'ab'.repeat(16);
  test.for<[unknown, string]>([
    [undefined, 'guest-abababab'],
    ['guest-01234567', 'guest-01234567'],
    ['ann@shop.test', 'guest-abababab'],
    ['admin-key', 'guest-abababab'],
    ['guest-01234567@shop.test', 'guest-abababab'],
    [{}, 'guest-abababab'],
  ])('returns for %j the name %s', ([wanted, name]) => {
    expect(guestName(wanted, entropy)).toBe(name);
  });
});

test('codeOf returns 6 digits, with leading zeros, and every digit equally likely', () => {
  expect(codeOf('0'.repeat(32))).toBe('000000');
  expect(codeOf('f'.repeat(32))).toMatch(/^\d{6}$/);
  expect(codeOf(`${'0'.repeat(26)}0f4241`)).toBe('000001');
});
