import { describe, expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';

const changed = (furtherHeaders: unknown) => changedSettings(DEFAULT_SETTINGS, { furtherHeaders });

describe('furtherHeaders', () => {
  test('are stored in lower case, each once, and an empty list removes them', () => {
    const first = changed(['X-Shop-Warehouse', 'etag', 'ETag']);
    expect(first).toMatchObject({ ok: true, value: { furtherHeaders: ['x-shop-warehouse', 'etag'] } });
    if (!first.ok) throw new Error(first.message);
    expect(changedSettings(first.value, { furtherHeaders: null })).toEqual(first);
    expect(changedSettings(first.value, { furtherHeaders: [] })).toMatchObject({ value: { furtherHeaders: [] } });
  });

  test.for([
    'x-a',
    [1],
    ['x a'],
    ['x-a: 1'],
    [''],
    ['x'.repeat(101)],
    Array.from({ length: 101 }, (_, index) => `x-${index}`),
  ])('are refused by their name for %j', (names) => {
    expect(changed(names)).toEqual({
      ok: false,
      code: 'INVALID_SETTINGS',
      message: 'furtherHeaders must be a list of at most 100 names of headers',
    });
  });
});
