import { describe, expect, test } from 'vitest';
import { replayedSession, type TestExchange } from './replayed-session.ts';

const U1 = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const U2 = '0c9a3f1e-2d47-4b8a-9f10-5a6b7c8d9e0f';
const P1 = 'a3bb189e-8bf9-4888-9912-ace4e6543002';
const P2 = 'b7e23ec2-9af0-4c1b-8d5e-1f2a3b4c5d6e';
const same = (json: unknown) => ({ recorded: { json }, replayed: { json } });

describe('the mapping of values', () => {
  test('hides no change of a value that is not sent later', () => {
    const [first] = replayedSession([
      {
        send: 'GET /orders',
        recorded: { json: { customer: { id: U1 } } },
        replayed: { json: { customer: { id: P1 } } },
      },
    ]);
    expect(first?.shown).toEqual([`customer.id "${U1}" -> "${P1}"`]);
  });

  test('hides no swap of ids', () => {
    const results = replayedSession([
      { send: 'GET /a', recorded: { json: { a: U1, b: U2 } }, replayed: { json: { a: U2, b: U1 } } },
      { send: `GET /orders/${U1}`, ...same({}) },
      { send: `GET /orders/${U2}`, ...same({}) },
    ]);
    expect(results[0]?.shown).toHaveLength(2);
    expect(results[1]?.sent.path).toBe(`/orders/${U1}`);
  });

  test('hides no change to the value that another one became, nor to a second one', () => {
    const results = replayedSession([
      { send: 'POST /carts', recorded: { json: { id: U1 } }, replayed: { json: { id: P1 } } },
      { send: 'POST /carts', recorded: { json: { id: U2 } }, replayed: { json: { id: P1 } } },
      { send: `GET /carts/${U2}`, ...same({}) },
      { send: `GET /carts/${U1}`, recorded: { json: { id: U1 } }, replayed: { json: { id: P2 } } },
    ]);
    expect(results.map(({ shown }) => shown.length)).toEqual([0, 1, 0, 1]);
  });

  test('hides no change of a value that the client sent first, or that the target also has', () => {
    const results = replayedSession([
      { send: `PUT /carts/${U1}`, json: {}, recorded: { json: { id: U1 } }, replayed: { json: { id: P1 } } },
      { send: 'GET /x', recorded: { json: { a: U2, b: U2 } }, replayed: { json: { a: U2, b: P2 } } },
      { send: `GET /carts/${U1}/${U2}`, ...same({}) },
    ]);
    expect(results.map(({ shown }) => shown.length)).toEqual([1, 1, 0]);
    expect(results[2]?.sent.path).toBe(`/carts/${U1}/${U2}`);
  });

  test('hides no change of words, times, small numbers and amounts', () => {
    const pair = (recorded: unknown, replayed: unknown): TestExchange[] => [
      { send: 'GET /a', recorded: { json: recorded }, replayed: { json: replayed } },
      { send: 'POST /b', json: recorded, ...same({}) },
    ];
    for (const [a, b] of [
      [{ status: 'open' }, { status: 'closed' }],
      [{ code: 'EUR' }, { code: 'USD' }],
      [{ amount: 17 }, { amount: 42 }],
      [{ id: 0 }, { id: 1 }],
      [{ at: '2026-11-20T10:00:00Z' }, { at: '2026-11-20T11:00:00Z' }],
      [{ done: true }, { done: false }],
    ]) {
      const [first, second] = replayedSession(pair(a, b));
      expect(first?.shown).toHaveLength(1);
      expect(second?.sent.body).toBe(JSON.stringify(a));
    }
  });
});
