import { Hono } from 'hono';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readyRoute } from '../../../../functions/platform/standalone/ready-route.ts';
import { readiness } from '../../../../functions/platform/standalone/upkeep/readiness.ts';

const Answer = v.object({ status: v.string(), reasons: v.array(v.object({ code: v.string(), message: v.string() })) });

function stage() {
  const state = { now: 0, writes: 0, fails: false, isLow: false };
  const table = {
    put: async () => {
      state.writes++;
      if (state.fails) throw new Error('SQLITE_READONLY');
      return true;
    },
  };
  const ready = readiness({ table, room: { isLow: () => state.isLow }, now: () => state.now });
  const app = new Hono();
  readyRoute(app, ready, { now: () => state.now });
  const asked = async () => {
    const answer = await app.request('/readyz');
    const { status, reasons } = v.parse(Answer, await answer.json());
    return [answer.status, status, reasons.map(({ code }) => code)];
  };
  return { state, ready, asked, app };
}

test('readiness refuses another method with Allow (interface 1)', async () => {
  const answer = await stage().app.request('/readyz', { method: 'PUT' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('readiness is given once unfinished work has resumed, until the service stops', async () => {
  const { ready, asked } = stage();
  expect(await asked()).toEqual([503, 'unready', ['STARTING']]);
  ready.started();
  expect(await asked()).toEqual([200, 'ready', []]);
  ready.add('STOPPING');
  expect(await asked()).toEqual([503, 'unready', ['STOPPING']]);
});

test('readiness names every reason, and drops those that end', async () => {
  const { state, ready, asked } = stage();
  ready.started();
  state.fails = true;
  state.isLow = true;
  expect(await asked()).toEqual([503, 'unready', ['TABLE_NOT_WRITABLE', 'DISK_LOW']]);
  Object.assign(state, { fails: false, isLow: false, now: 5000 });
  expect(await asked()).toEqual([200, 'ready', []]);
  ready.add('DATA_DAMAGED');
  expect(await asked()).toEqual([503, 'unready', ['DATA_DAMAGED']]);
});

test('readiness writes to the table once in five seconds, however often it is read', async () => {
  const { state, ready, asked } = stage();
  ready.started();
  await Promise.all(Array.from({ length: 100 }, asked));
  state.now = 4999;
  await asked();
  expect(state.writes).toBe(1);
  state.now = 5000;
  await asked();
  expect(state.writes).toBe(2);
});
