import { expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { changeAbout } from '../../../../functions/applications/domain/changes/change-about.ts';

const PATTERNS = ['/a/{x}', '/b/{x}', '/c/{x}', '/d/{x}', '/e/{x}'].map((pattern) => ({ pattern }));
const settingsOf = (change: object, before = DEFAULT_SETTINGS) => {
  const changed = changedSettings(before, change);
  if (!changed.ok) throw new Error(changed.message);
  return changed.value;
};
const THREE = settingsOf({ endpoints: PATTERNS.slice(0, 3) });

test.for<[change: object, about: string, before?: typeof DEFAULT_SETTINGS]>([
  [{}, ''],
  [{ replay: { maxQps: 7, order: 'recorded' } }, 'Max requests per second, Order'],
  [{ replay: { headers: { set: { 'x-tier': 'planted-secret' } } } }, 'Added headers'],
  [{ replay: { baselineEnv: 'https://main.test' } }, 'Running build'],
  [{ retention: { caseHours: 5, planDays: 3 } }, 'Retention of recordings, Retention of runs'],
  [{ endpoints: PATTERNS.slice(0, 1) }, 'Path patterns: added /a/{x}'],
  [{ endpoints: PATTERNS.slice(0, 3) }, 'Path patterns: added /a/{x}, /b/{x}, /c/{x}'],
  [{ endpoints: PATTERNS }, 'Path patterns: added /a/{x}, /b/{x}, /c/{x} and 2 more'],
  [{ endpoints: PATTERNS.slice(2, 4) }, 'Path patterns: added /d/{x}, removed /a/{x}, /b/{x}', THREE],
  [{ endpoints: PATTERNS.slice(0, 3).toReversed() }, 'Path patterns: in another order', THREE],
])('changeAbout names what %j changes: %s', ([change, about, before = DEFAULT_SETTINGS]) => {
  expect(changeAbout(before, settingsOf(change, before))).toBe(about);
});
