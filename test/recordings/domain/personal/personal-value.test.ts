import { describe, expect, test } from 'vitest';
import type { PersonalKind } from '../../../../functions/recordings/domain/personal/personal-names.ts';
import { personalMatch } from '../../../../functions/recordings/domain/personal/personal-value.ts';

const SURE = true;
const UNSURE = false;

describe('a value', () => {
  test.for<[kind: PersonalKind, isSure: boolean, name: string, value: string]>([
    ['mail', SURE, 'contact', 'ada.lovelace+x@mail.example.org'],
    ['mail', SURE, 'comment', 'Please write to ada@example.org, thank you.'],
    ['mail', SURE, 'to', 'Ada <ada@example.org>'],
    ['phone', SURE, 'x', '+49 1512 3456789'],
    ['phone', SURE, 'x', '+44 (7911) 123-456'],
    ['phone', SURE, 'fax', '+49 30 901820'],
    ['phone', SURE, 'x', '+14155552671'],
    ['phone', SURE, 'phone', '030 901820'],
    ['phone', SURE, 'mobileNumber', '(415) 555-2671'],
    ['iban', SURE, 'account', 'DE89 3704 0044 0532 0130 00'],
    ['iban', SURE, 'x', 'GB29NWBK60161331926819'],
    ['card', SURE, 'x', '4111 1111 1111 1111'],
    ['card', SURE, 'x', '3782 822463 10005'],
    ['card', SURE, 'cardNumber', '5555555555554444'],
    ['card', UNSURE, 'x', '5555555555554444'],
    ['nationalId', SURE, 'ssn', '078-05-1120'],
    ['nationalId', UNSURE, 'x', '078-05-1120'],
    ['nationalId', SURE, 'x', 'RSSMRA85T10A562S'],
    ['nationalId', SURE, 'x', '529.982.247-25'],
    ['nationalId', SURE, 'x', '11010519491231002X'],
    ['nationalId', UNSURE, 'x', '12345678Z'],
    ['nationalId', UNSURE, 'x', '44051401359'],
    ['name', SURE, 'first_name', 'Ada'],
    ['name', SURE, 'customerName', 'Ada Lovelace'],
    ['name', SURE, 'X-Last-Name', 'O’Neill-Šťastný'],
    ['birthDate', SURE, 'dateOfBirth', '1815-12-10'],
    ['birthDate', SURE, 'dob', '10.12.1815'],
    ['address', SURE, 'street', '12 St James Square'],
    ['address', SURE, 'billing_address', 'Unter den Linden 5'],
  ])('is %s (sure: %s) under %s: %s', ([kind, isSure, name, value]) => {
    expect(personalMatch(name, value)).toEqual({ kind, isSure });
  });

  test.for<[name: string, value: string]>([
    ['icon', 'logo@2x.png'],
    ['package', 'react@18.2.0'],
    ['repository', 'git@github.com:owner/name.git'],
    ['url', 'https://user@host.example.org/'],
    ['url', 'https://cdn.example.org/npm/vue@3.example/dist'],
    ['text', 'a @ b.c'],
    ['at', '+00:00'],
    ['phone', 'none'],
    ['phone', '0000000'],
    ['x', '+49 1'],
    ['x', '030 901820'],
    ['x', 'DE89 3704 0044 0532 0130 01'],
    ['x', '4111 1111 1111 1112'],
    ['orderId', '5555555555554444'],
    ['createdAt', '1763640000000'],
    ['x', '1763640000000'],
    ['x', '987-65-4320'],
    ['x', 'RSSMRA85T10A562X'],
    ['x', '110105194912310020'],
    ['personId', '44051401359'],
    ['name', 'Blue chair'],
    ['fileName', 'a.txt'],
    ['username', 'ada'],
    ['firstName', '4711'],
    ['street', 'x'],
    ['address', '10.0.0.1'],
    ['address', 'https://example.org/a b'],
    ['dateOfBirth', 'unknown'],
    ['id', '0190163d-8694-739b-aea5-966c26f8ad91'],
    ['etag', 'W/"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
    ['version', '2.10.4'],
    ['price', '12.50'],
  ])('is nothing personal under %s: %s', ([name, value]) => {
    expect(personalMatch(name, value)).toBeNull();
  });

  test('is searched for mail in its beginning only, and in time', () => {
    expect(personalMatch('text', `${'x '.repeat(3000)}ada@example.org`)).toBeNull();
    expect(personalMatch('text', '@'.repeat(100_000))).toBeNull();
    expect(personalMatch('text', 'a.'.repeat(50_000))).toBeNull();
  });
});
