import { describe, expect, test } from 'vitest';
import {
  addMapping,
  MAX_MAPPING_BYTES,
  mappingOf,
  sessionValues,
  valueMap,
} from '../../../../functions/replay/domain/values/session-values.ts';
import { noteValue, seenAt, valueTable } from '../../../../functions/replay/domain/values/value-table.ts';
import { replayedSession } from './replayed-session.ts';

const from = { planItemId: 'p:0', place: 'POST /a $.id' };

describe('the memory of a session', () => {
  test('is limited: the oldest mappings are forgotten and counted', () => {
    const { own } = sessionValues();
    for (let at = 0; at < 10_000; at++) {
      addMapping(own, { recorded: `recorded-value-${at}`, replayed: `replayed-value-${at}`, thing: null, from });
    }
    expect(own.bytes).toBeLessThanOrEqual(MAX_MAPPING_BYTES);
    expect(own.dropped).toBe(10_000 - own.byValue.size);
    expect(own.dropped).toBeGreaterThan(0);
    expect(mappingOf([own], 'recorded-value-0', null)).toBeUndefined();
    expect(mappingOf([own], 'recorded-value-9999', null)?.replayed).toBe('replayed-value-9999');
    expect(own.images.size).toBe(own.byValue.size);
  });

  test('is limited: the older half of seen values is forgotten, except first and last request', () => {
    const table = valueTable(64);
    for (let at = 0; at < 1000; at++) noteValue(table, `value-${at}`, at);
    noteValue(table, 'value-999', 1005);
    expect(seenAt(table, 'value-999')).toEqual({ first: 999, last: 1005 });
    expect(seenAt(table, 'value-0')).toBeUndefined();
    expect((table.recent?.hashes.length ?? 0) + (table.older?.hashes.length ?? 0)).toBeLessThanOrEqual(256);
  });
});

describe('the values of other sessions of a run', () => {
  const [U1, P1] = ['6f9619ff-8b86-4011-b42d-00c04fc964ff', 'a3bb189e-8bf9-4888-9912-ace4e6543002'];
  const T1 = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiaWF0IjoxfQ.c2lnbmF0dXJlMQ';
  const T2 = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiaWF0IjoyfQ.c2lnbmF0dXJlMg';
  const same = { recorded: { json: { ok: true } }, replayed: { json: { ok: true } } };

  test('remain known to a session that was shown them, when the run forgets its oldest mappings', () => {
    const run = valueMap(4000);
    const products = {
      send: 'GET /products',
      recorded: { json: { items: [{ id: U1 }] } },
      replayed: { json: { items: [{ id: P1 }] } },
    };
    const buy = { send: 'POST /lines', json: { productId: U1 }, ...same };
    replayedSession([products, buy], run);
    expect(run.byValue.has(U1)).toBe(true);
    const forget = () => {
      for (let at = 0; at < 100; at++)
        addMapping(run, { recorded: `recorded-value-${at}`, replayed: `replayed-value-${at}`, thing: null, from });
      return { json: { ok: true } };
    };
    const [, , bought] = replayedSession(
      [products, { send: 'GET /me', recorded: { json: { ok: true } }, replayed: forget }, buy],
      run,
    );
    expect(run.byValue.has(U1)).toBe(false);
    expect(bought?.sent.body).toBe(JSON.stringify({ productId: P1 }));
  });

  test('are ids of resources, not credentials', () => {
    const run = valueMap(1024 * 1024);
    replayedSession(
      [
        { send: 'POST /projects', json: {}, recorded: { json: { id: U1 } }, replayed: { json: { id: P1 } } },
        { send: 'POST /tasks', json: {}, recorded: { json: { id: 17 } }, replayed: { json: { id: 42 } } },
        { send: 'POST /login', json: {}, recorded: { json: { token: T1 } }, replayed: { json: { token: T2 } } },
        { send: `GET /projects/${U1}/tasks/17`, headers: [['authorization', `Bearer ${T1}`]], ...same },
      ],
      run,
    );
    const [other] = replayedSession(
      [{ send: `GET /projects/${U1}/tasks/17`, headers: [['authorization', `Bearer ${T1}`]], ...same }],
      run,
    );
    expect(other?.sent).toMatchObject({
      path: `/projects/${P1}/tasks/42`,
      headers: [['authorization', `Bearer ${T1}`]],
    });
  });
});
