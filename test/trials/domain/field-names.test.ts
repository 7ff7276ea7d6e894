import { describe, expect, test } from 'vitest';
import { fieldNames } from '../../../functions/trials/domain/field-names.ts';

const namesOf = (value: unknown) => fieldNames(Buffer.from(JSON.stringify(value)));

describe('the names of fields of a response', () => {
  test.for<[unknown, string[]]>([
    [{ data: { token: 'secret', expires_in: 3600 }, ok: true }, ['data.token', 'data.expires_in', 'ok']],
    [{ roles: ['a', 'b'], items: [{ id: 1 }, { id: 2, name: 'x' }] }, ['roles[]', 'items[].id', 'items[].name']],
    [{ 'x-csrf-token': 'a', $ref: 'b', sha256: 'c' }, ['x-csrf-token', '$ref', 'sha256']],
    [['secret'], ['[]']],
    ['secret', []],
  ])('of %j are listed once, without values', ([value, names]) => {
    expect(namesOf(value)).toEqual(names);
  });

  test.for([
    'ann@shop.example',
    'a'.repeat(41),
    '2f6c1c0e-8a52-4a8e-9f43-0f3d8c1f7a11',
    '1042',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0',
    '李雷',
    'Ann Example',
    'k1234',
  ])('hide %s, which may be a value', (key) => {
    expect(namesOf({ users: { [key]: { role: 'x' } } })).toEqual(['users.*.role']);
  });

  test('are at most 100, and end below a depth of 16', () => {
    const wide = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`f${String(at)}`, at]));
    expect(namesOf(wide)).toHaveLength(100);
    const deep = Array.from({ length: 30 }).reduce<unknown>((inner) => ({ a: inner }), 1);
    expect(namesOf(deep)).toEqual([Array.from({ length: 16 }, () => 'a').join('.')]);
  });

  test.for(['<html>', '', '{"a":', `${'['.repeat(300)}${']'.repeat(300)}`])('are null for %j', (text) => {
    expect(fieldNames(Buffer.from(text))).toBeNull();
  });
});
