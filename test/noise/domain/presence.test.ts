import { describe, expect, test } from 'vitest';
import { type Exchange, RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const iso = (time: number) => new Date(time).toISOString();
const flag = (stage?: string, at = 0) => ({
  name: 'new-cart',
  ...(stage !== undefined && { lifecycle: { stage, enteredAt: iso(at) } }),
});
const RECORDED = flag('initial', RECORDED_AT);
const suggested = (...exchanges: Exchange[]) => suggestedOf(exchanges).map(({ path, reason }) => `${path} ${reason}`);

describe('a field that a background job adds some time after a write (interface 3.1 a)', () => {
  const later = { recorded: RECORDED, replayed: flag(), again: flag('initial', REPLAYED_AT) };
  const changed = { recorded: RECORDED, replayed: flag(), again: flag() };

  test.for<[name: string, exchanges: Exchange[], suggested: string[]]>([
    ['it is there as recorded when the request is sent again', [later], ['lifecycle APPEARS_LATER']],
    ['it is there in all requests of the endpoint', [later, later], ['lifecycle APPEARS_LATER']],
    [
      'it is there sooner in another request',
      [later, { recorded: flag(), replayed: RECORDED }],
      ['lifecycle APPEARS_LATER'],
    ],
    ['it is still missing', [changed], []],
    ['it is still missing in one of two requests', [later, changed], []],
    ['one of two requests was not sent again', [later, { recorded: RECORDED, replayed: flag() }], []],
    ['it is there with another value', [{ ...later, again: flag('live', REPLAYED_AT) }], []],
    ['its value is of another type', [{ ...later, again: { name: 'new-cart', lifecycle: 'initial' } }], []],
    [
      'a field below it differs in another request',
      [later, { recorded: RECORDED, replayed: flag('live', REPLAYED_AT), again: flag('live', REPLAYED_AT) }],
      ['lifecycle.enteredAt CURRENT_TIME'],
    ],
    [
      'a field beside it is still missing',
      [{ ...later, recorded: { ...RECORDED, type: 'release' } }],
      ['lifecycle APPEARS_LATER'],
    ],
    [
      'it is there in an element of a list',
      [{ recorded: { items: [RECORDED] }, replayed: { items: [flag()] }, again: { items: [RECORDED] } }],
      ['items[*].lifecycle APPEARS_LATER'],
    ],
    [
      'it is there in one of two elements',
      [
        {
          recorded: { items: [RECORDED, { ...RECORDED, name: 'b' }] },
          replayed: { items: [flag(), { name: 'b' }] },
          again: { items: [RECORDED, { name: 'b' }] },
        },
      ],
      [],
    ],
    [
      'the whole response is of another form when the request is sent again',
      [{ ...later, again: [flag('initial', REPLAYED_AT)] }],
      [],
    ],
    [
      'it is personal data',
      [{ recorded: { email: 'a@b.example' }, replayed: {}, again: { email: 'a@b.example' } }],
      [],
    ],
  ])('is suggested or not when %s', ([, exchanges, expected]) => {
    expect(suggested(...exchanges)).toEqual(expected);
  });
});
