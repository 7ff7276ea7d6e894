import { describe, expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { reasonOf } from '../../../../functions/applications/domain/changes/change-reason.ts';

describe('the reason of a change of settings', () => {
  test.for([
    [{ reason: 'staging is small' }, 'staging is small'],
    [{ reason: '  staging is small\n' }, 'staging is small'],
    [{ reason: 'x'.repeat(200) }, 'x'.repeat(200)],
    [{ reason: ' ' }, undefined],
    [{ reason: '' }, undefined],
    [{ reason: null }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('of %j is %j, and changes no setting', ([body, reason]) => {
    expect(reasonOf(body)).toBe(reason);
    if (body !== null) expect(changedSettings(DEFAULT_SETTINGS, body)).toEqual({ ok: true, value: DEFAULT_SETTINGS });
  });

  test.for([['x'.repeat(201)], [7], [{}], [['staging']]])('is refused by its name if it is %j', ([reason]) => {
    const body = { reason, replay: { maxQps: 50 } };
    expect(changedSettings(DEFAULT_SETTINGS, body)).toEqual({
      ok: false,
      code: 'INVALID_SETTINGS',
      message: 'reason must be a text of at most 200 characters',
    });
    expect(reasonOf(body)).toBeUndefined();
  });
});
