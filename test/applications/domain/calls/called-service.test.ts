import { describe, expect, test } from 'vitest';
import { calledServices, differingServices } from '../../../../functions/applications/domain/calls/called-service.ts';
import { changedService } from '../../../../functions/applications/domain/calls/changed-service.ts';
import { DEFAULT_MOCKS, type MockSettings } from '../../../../functions/applications/domain/mock-settings.ts';

const mocksOf = (targets: MockSettings['targets'], onMiss: MockSettings['onMiss'] = 'fail'): MockSettings => ({
  ...DEFAULT_MOCKS,
  onMiss,
  targets,
});
const STOCK = { services: [{ service: 'stock', calls: 3 }] };

describe('the called services of an application', () => {
  test.for<[MockSettings, string, string | null]>([
    [mocksOf({}), 'fails', null],
    [mocksOf({}, 'passThrough'), 'is made for real', null],
    [mocksOf({}, 'default'), 'fails', null],
    [mocksOf({ stock: { response: { status: 204 } } }, 'default'), 'answers 204', null],
    [mocksOf({ stock: { onMiss: 'default', response: { status: 204 } } }), 'answers 204', 'fails'],
    [
      mocksOf({ stock: { onMiss: 'default', response: 'x' } }, 'passThrough'),
      'has a default response',
      'is made for real',
    ],
    [mocksOf({ stock: { reuse: 'never' } }), 'fails', null],
  ])('say of %j that a call without a recorded one %s, by default %s', ([mocks, onMiss, byDefault]) => {
    expect(calledServices(mocks, STOCK, null)).toEqual([
      { service: 'stock', calls: 3, onMiss, byDefault, missed: null },
    ]);
  });

  test('include those that only settings name, after the recorded ones', () => {
    const mocks = mocksOf({ stock: {}, legacy: { onMiss: 'fail' } });
    expect(calledServices(mocks, STOCK, null).map(({ service, calls }) => [service, calls])).toEqual([
      ['stock', 3],
      ['legacy', 0],
    ]);
    expect(differingServices(mocks)).toEqual(['legacy']);
  });

  test.for<[string, Map<string, number> | null, number | null]>([
    ['counted', new Map([['stock', 2]]), 2],
    ['counted for others', new Map([['redis', 2]]), 0],
    ['not counted', null, null],
  ])('have the misses of the last run, %s', ([, services, missed]) => {
    expect(calledServices(mocksOf({}), STOCK, { planId: 'a', services })[0]?.missed).toBe(missed);
  });
});

describe('a change of one service', () => {
  const NOTHING = { onMiss: '', response: undefined, address: '', reuse: '' };
  const mocks = mocksOf({ stock: { reuse: 'never' }, redis: { onMiss: 'fail' } });

  test('leaves the others as they are', () => {
    expect(changedService(mocks, 'stock', { ...NOTHING, onMiss: 'default', response: { status: 204 } })).toEqual({
      redis: { onMiss: 'fail' },
      stock: { onMiss: 'default', response: { status: 204 } },
    });
  });

  test.for([null, NOTHING])('removes it where nothing of its own is left: %j', (own) => {
    expect(changedService(mocks, 'stock', own)).toEqual({ redis: { onMiss: 'fail' } });
  });
});
