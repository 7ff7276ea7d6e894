import type { RowMigration } from './migration.ts';

/** Settings that 0.1.0 did not have, as it behaved. */
const ADDED = { automaticAnalysis: true, resendUnsafe: false, compareHeaders: false, builtInRules: {} };

/**
 * Application settings that 0.1.0 wrote lack four members. Readers assume the defaults for them; this writes the
 * defaults down.
 */
export const applicationSettings: RowMigration = {
  version: 2,
  name: 'application-settings',
  concerns: ({ pk, sk }) => sk === 'SETTINGS' && /^T#[^#]*#APP#/.test(pk),
  migrate(item) {
    const { settings } = item;
    // Every row under this key has an object here.
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings) || settings instanceof Uint8Array)
      return item;
    if (Object.keys(ADDED).every((member) => member in settings)) return item;
    return { ...item, settings: { ...ADDED, ...settings } };
  },
};
