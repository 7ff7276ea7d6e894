import { describe, expect, test } from 'vitest';
import { replayedSession } from './replayed-session.ts';

const U1 = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const U2 = '0c9a3f1e-2d47-4b8a-9f10-5a6b7c8d9e0f';
const P1 = 'a3bb189e-8bf9-4888-9912-ace4e6543002';
const P2 = 'b7e23ec2-9af0-4c1b-8d5e-1f2a3b4c5d6e';

const same = (json: unknown) => ({ recorded: { json }, replayed: { json } });

describe('the mapping of values by the place where they are issued', () => {
  test('learns the address of the application, in links to itself and in headers', () => {
    const headers: [string, string][] = [
      ['host', 'shop.test:8080'],
      ['origin', 'http://shop.test:8080'],
      ['referer', 'http://shop.test:8080/tasks'],
    ];
    const [first, second, third] = replayedSession([
      {
        send: 'POST /tasks',
        headers,
        recorded: { json: { id: 5, href: 'http://shop.test:8080/tasks/5', docs: 'http://docs.test/a' } },
        replayed: { json: { id: 5005, href: 'http://staging.test:3000/tasks/5005', docs: 'http://docs.test/b' } },
      },
      { send: 'GET /tasks/5?back=http://shop.test:8080/tasks/5', headers, ...same({}) },
      {
        send: 'POST /login',
        headers: [['host', 'shop.company.example']],
        json: { user: 'ann@shop.company.example', domain: 'shop.company.example' },
        ...same({}),
      },
    ]);
    expect(third?.sent.body).toBe('{"user":"ann@shop.company.example","domain":"shop.company.example"}');
    expect(second?.sent.path).toBe('/tasks/5005?back=http%3A%2F%2Fstaging.test%3A3000%2Ftasks%2F5005');
    expect(second?.sent.headers).toEqual([
      ['host', 'shop.test:8080'],
      ['origin', 'http://staging.test:3000'],
      ['referer', 'http://staging.test:3000/tasks'],
    ]);
    expect(first?.shown).toEqual(['docs "http://docs.test/a" -> "http://docs.test/b"']);
  });

  test('learns the number of a resource, by which it is looked up', () => {
    const results = replayedSession([
      { send: 'POST /orders', recorded: { json: { number: 'ORD-2' } }, replayed: { json: { number: 'ORD-5001' } } },
      {
        send: 'GET /orders/by-number/ORD-2',
        recorded: { json: { number: 'ORD-2' } },
        replayed: { json: { number: 'ORD-5001' } },
      },
    ]);
    expect(results[1]?.sent.path).toBe('/orders/by-number/ORD-5001');
    expect(results.flatMap(({ shown }) => shown)).toEqual([]);
  });

  test.for([
    ['a slug of letters that became one with digits', 'trip-to-the-sea-caf08352', 'trip-to-the-sea-58db2b7a'],
    ['a slug with digits that became one of letters', 'trip-to-the-sea-58db2b7a', 'trip-to-the-sea-caf08352'],
  ] as const)('learns %s', ([_, recorded, replayed]) => {
    const results = replayedSession([
      {
        send: 'POST /notes',
        recorded: { status: 201, json: {}, headers: [['location', `/notes/${recorded}`]] },
        replayed: { status: 201, json: {}, headers: [['location', `/notes/${replayed}`]] },
      },
      { send: `GET /notes/${recorded}`, ...same({}) },
    ]);
    expect(results[1]?.sent.path).toBe(`/notes/${replayed}`);
  });

  test('learns a cursor of letters only', () => {
    const results = replayedSession([
      {
        send: 'GET /list',
        recorded: { json: { nextCursor: 'aBcDeFgHiJ' } },
        replayed: { json: { nextCursor: 'q7-_' } },
      },
      { send: 'GET /list?cursor=aBcDeFgHiJ', ...same({}) },
      {
        send: 'GET /all',
        recorded: { json: { nextCursor: 'aBcDeFgHiJkL' } },
        replayed: { json: { nextCursor: 'MnOpQrStUvWx' } },
      },
      { send: 'GET /all?cursor=aBcDeFgHiJkL', ...same({}) },
    ]);
    expect(results[1]?.sent.path).toBe('/list?cursor=aBcDeFgHiJ');
    expect(results[3]?.sent.path).toBe('/all?cursor=MnOpQrStUvWx');
  });

  test('learns a cursor that no request sends', () => {
    const [first, second] = replayedSession([
      { send: 'GET /list', recorded: { json: { next: 'k3yAbcDefGh' } }, replayed: { json: { next: 'z9_Qrs-Tuv' } } },
      { send: 'GET /list', recorded: { json: { offset: '20260101' } }, replayed: { json: { offset: '20260102' } } },
    ]);
    expect(first?.shown).toEqual([]);
    expect(second?.shown).toEqual(['offset "20260101" -> "20260102"']);
  });

  test('learns the last refresh token of a request, although no request sends it', () => {
    const [first, second] = replayedSession([
      { send: 'POST /refresh', recorded: { json: { refreshToken: U1 } }, replayed: { json: { refreshToken: P1 } } },
      { send: 'GET /settings', recorded: { json: { apiToken: U2 } }, replayed: { json: { apiToken: P2 } } },
    ]);
    expect(first?.shown).toEqual([]);
    expect(second?.shown).toEqual([`apiToken "${U2}" -> "${P2}"`]);
  });
});
