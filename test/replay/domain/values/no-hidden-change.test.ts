import { describe, expect, test } from 'vitest';
import { TEST_SEED } from '../../../support/test-random.ts';
import { type Drawn, differ, drawing, same } from './drawn-session.ts';
import { replayedSession, type TestExchange } from './replayed-session.ts';

const PAIRS = 10_000;

/** A session in which a value changes its meaning, and the place of the change. */
type Change = (drawn: Drawn) => { session: TestExchange[]; path: string };

const CHANGES: Readonly<Record<string, Change>> = {
  'an order of another user in place of the own one'({ collection, id, idle }) {
    const [own, other] = [id(), id()];
    const list = [
      { id: own, owner: 'ann' },
      { id: other, owner: 'bob' },
    ];
    return {
      path: 'current.id',
      session: [
        { send: `GET /${collection}`, ...same(list) },
        ...idle(),
        { send: 'GET /me', ...differ({ current: { id: own } }, { current: { id: other } }) },
        { send: `GET /${collection}/${own}`, ...same({ total: 3 }) },
      ],
    };
  },
  'an order of another user that the recording shows only afterwards'({ collection, id, idle }) {
    const [own, other] = [id(), id()];
    const singular = collection.slice(0, -1);
    return {
      path: `${singular}.id`,
      session: [
        { send: 'GET /me', ...differ({ [singular]: { id: own } }, { [singular]: { id: other } }) },
        ...idle(),
        { send: `GET /${collection}/${own}`, ...same({ total: 3 }) },
        { send: `GET /${collection}`, ...same([{ id: own }, { id: other }]) },
      ],
    };
  },
  'a constant of the client that became another constant'({ collection, id, idle, pick }) {
    const [constant, other] = [id(), id()];
    const field = pick(['reference', 'externalId', 'key']);
    return {
      path: field,
      session: [
        ...idle(),
        {
          send: `POST /${collection}`,
          json: { [field]: constant },
          ...differ({ [field]: constant }, { [field]: other }),
        },
        { send: `GET /${collection}/${constant}?${field}=${constant}`, ...same({}) },
      ],
    };
  },
  'a constant of the server that became another constant'({ id, idle, pick }) {
    const [constant, other] = [id(), id()];
    const field = pick(['region', 'buildId', 'tenantKey', 'campaign']);
    return {
      path: `meta.${field}`,
      session: [
        { send: 'GET /config', ...differ({ meta: { [field]: constant } }, { meta: { [field]: other } }) },
        ...idle(),
      ],
    };
  },
  'swapped ids in one response'({ collection, id, idle }) {
    const [first, second] = [id(), id()];
    return {
      path: 'billing.orderId',
      session: [
        {
          send: 'GET /summary',
          ...differ(
            { billing: { orderId: first }, shipping: { orderId: second } },
            { billing: { orderId: second }, shipping: { orderId: first } },
          ),
        },
        ...idle(),
        { send: `GET /${collection}/${first}`, ...same({}) },
        { send: `GET /orders/${first}`, ...same({}) },
        { send: `GET /orders/${second}`, ...same({}) },
      ],
    };
  },
  'swapped ids in two responses'({ id, idle }) {
    const [first, second] = [id(), id()];
    return {
      path: 'order.id',
      session: [
        { send: 'GET /first', ...differ({ order: { id: first } }, { order: { id: second } }) },
        ...idle(),
        { send: 'GET /second', ...differ({ order: { id: second } }, { order: { id: first } }) },
        { send: `GET /orders/${first}`, ...same({}) },
        { send: `GET /orders/${second}`, ...same({}) },
      ],
    };
  },
  'a new resource that got the id of an existing one'({ collection, id, idle }) {
    const [created, existing] = [id(), id()];
    return {
      path: 'id',
      session: [
        { send: `GET /${collection}`, ...same([{ id: existing, name: 'there' }]) },
        ...idle(),
        { send: `POST /${collection}`, json: { name: 'new' }, ...differ({ id: created }, { id: existing }) },
        { send: `GET /${collection}/${created}`, ...same({}) },
      ],
    };
  },
  'two new resources that became one'({ collection, id, idle }) {
    const [first, second, replayed] = [id(), id(), id()];
    return {
      path: 'id',
      session: [
        { send: `POST /${collection}`, json: {}, ...differ({ id: first }, { id: replayed }) },
        ...idle(),
        { send: `POST /${collection}`, json: {}, ...differ({ id: second }, { id: replayed }) },
        { send: `GET /${collection}/${second}`, ...same({}) },
      ],
    };
  },
  'two ids of one response that became one'({ id, idle }) {
    const [first, second, replayed] = [id(), id(), id()];
    return {
      path: 'right.orderId',
      session: [
        {
          send: 'POST /pairs',
          json: {},
          ...differ(
            { left: { orderId: first }, right: { orderId: second } },
            { left: { orderId: replayed }, right: { orderId: replayed } },
          ),
        },
        ...idle(),
        { send: `GET /orders/${first}`, ...same({}) },
        { send: `GET /orders/${second}`, ...same({}) },
      ],
    };
  },
  'a created resource that the recording has shown before'({ collection, id, idle }) {
    const [known, replayed] = [id(), id()];
    return {
      path: 'id',
      session: [
        { send: `GET /${collection}`, recorded: { json: [{ id: known }] }, replayed: { json: [] } },
        ...idle(),
        { send: `POST /${collection}`, json: { again: true }, ...differ({ id: known }, { id: replayed }) },
      ],
    };
  },
  'a created resource that is another one when it is read'({ collection, id, idle }) {
    const [created, replayed, wrong] = [id(), id(), id()];
    return {
      path: 'id',
      session: [
        { send: `POST /${collection}`, json: {}, ...differ({ id: created }, { id: replayed }) },
        ...idle(),
        { send: `GET /${collection}/${created}`, ...differ({ id: created }, { id: wrong }) },
        { send: `GET /${collection}/${created}`, ...same({}) },
      ],
    };
  },
  'a token of another user'({ token, idle }) {
    const [ann, bob, replayed] = [token(), token(), token()];
    return {
      path: 'token',
      session: [
        { send: 'POST /login', json: { user: 'ann' }, ...differ({ token: ann }, { token: replayed }) },
        { send: 'GET /me', headers: [['authorization', `Bearer ${ann}`]], ...same({ name: 'ann' }) },
        ...idle(),
        { send: 'POST /login', json: { user: 'bob' }, ...differ({ token: bob }, { token: replayed }) },
        { send: 'GET /me', headers: [['authorization', `Bearer ${bob}`]], ...same({ name: 'bob' }) },
      ],
    };
  },
  'a reference to an unrelated resource that has the numbers of a mapped one'({ id, idle, pick }) {
    const [created, replayed] = [10 + Number(String(id()).length), 900];
    const field = pick(['quantity', 'userId', 'total', 'warehouseNumber']);
    return {
      path: field,
      session: [
        { send: 'POST /orders', json: {}, ...differ({ id: created }, { id: replayed }) },
        ...idle(),
        {
          send: `GET /orders/${created}`,
          ...differ({ id: created, [field]: created }, { id: replayed, [field]: replayed }),
        },
      ],
    };
  },
  'an id that the target knows, where the recording has another'({ collection, id, idle }) {
    const [created, replayed, other] = [id(), id(), id()];
    return {
      path: 'related[0].id',
      session: [
        { send: `POST /${collection}`, json: {}, ...differ({ id: created }, { id: replayed }) },
        ...idle(),
        {
          send: `GET /${collection}/${created}`,
          ...differ({ id: created, related: [{ id: other }] }, { id: replayed, related: [{ id: replayed }] }),
        },
        { send: `GET /${collection}/${other}`, ...same({}) },
      ],
    };
  },
  'a value of another shape'({ id, kind, idle }) {
    const [recorded, replayed] = [id(), kind === 'integer' ? 'n/a-000' : 'none'];
    return {
      path: 'id',
      session: [
        { send: 'POST /orders', json: {}, ...differ({ id: String(recorded) }, { id: replayed }) },
        ...idle(),
        { send: `GET /orders/${recorded}`, ...same({}) },
      ],
    };
  },
  'an identity that a later response contradicts'({ collection, id, idle }) {
    const [own, other] = [id(), id()];
    return {
      path: 'last.id',
      session: [
        { send: `GET /${collection}/latest`, ...same({ id: own }) },
        ...idle(),
        { send: `GET /${collection}/overview`, ...differ({ last: { id: own } }, { last: { id: other } }) },
        { send: `GET /${collection}/${own}`, ...same({}) },
      ],
    };
  },
};

describe('the mapping of values', () => {
  test(`leaves ${PAIRS} generated changes of a meaning as differences`, () => {
    const changes = Object.entries(CHANGES);
    const hidden: string[] = [];
    for (let at = 0; at < PAIRS; at++) {
      const [name, change] = changes[at % changes.length] ?? [];
      const { session, path } = change?.(drawing(TEST_SEED + at)) ?? { session: [], path: '' };
      const found = replayedSession(session).flatMap(({ differences }) => differences);
      if (!found.some((one) => one.path === path)) hidden.push(`${name} (${TEST_SEED + at})`);
    }
    expect(hidden.slice(0, 10)).toEqual([]);
  }, 120_000);
});
