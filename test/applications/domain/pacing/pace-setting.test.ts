import { describe, expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { paceText } from '../../../../functions/applications/domain/pacing/pace-text.ts';

const changed = (replay: Record<string, unknown>) => changedSettings(DEFAULT_SETTINGS, { replay });

describe('replay.pace', () => {
  test.for([0, 0.1, 1, 100])('may be %d', (pace) => {
    expect(changed({ pace })).toMatchObject({ ok: true, value: { replay: { pace } } });
  });

  test.for([0.09, 100.1, -1, '1', '', Number.NaN])('is refused with its range for %j', (pace) => {
    expect(changed({ pace })).toEqual({
      ok: false,
      code: 'INVALID_SETTINGS',
      message: 'replay.pace must be 0, or a number from 0.1 to 100',
    });
  });

  test('is refused with the order of sessions, whichever comes first', () => {
    const message = 'replay.pace cannot be kept where sessions are sent side by side';
    expect(changed({ pace: 1, order: 'sessions' })).toMatchObject({ ok: false, message });
    const paced = changed({ pace: 1, order: 'recorded' });
    if (!paced.ok) throw new Error(paced.message);
    expect(changedSettings(paced.value, { replay: { order: 'sessions' } })).toMatchObject({ ok: false, message });
    expect(changedSettings(paced.value, { replay: { order: 'sessions', pace: 0 } })).toMatchObject({ ok: true });
  });
});

test.for([
  [undefined, 'as fast as allowed'],
  [0, 'as fast as allowed'],
  [1, 'as recorded'],
  [2.5, 'recorded × 2.5'],
] as const)('paceText says %j as %s', ([factor, text]) => {
  expect(paceText(factor)).toBe(text);
});
