import type { ApiKeyScope } from '../../store/api-keys.ts';

/** What keys are made for, and the scopes that each purpose needs. `custom` has those that are chosen one by one. */
export const KEY_PRESETS = [
  {
    preset: 'ci',
    name: 'CI',
    note: 'Starts runs and gates, reads results',
    scopes: ['read', 'write', 'eval:read', 'eval:run'],
  },
  { preset: 'recorder', name: 'Recorder', note: 'Sends recordings and logs, reads nothing', scopes: ['record'] },
  { preset: 'agent', name: 'Agent', note: 'Records, and asks for mocked answers', scopes: ['record', 'agent'] },
  { preset: 'read', name: 'Read-only', note: 'Reads all, credentials stay hidden', scopes: ['read', 'eval:read'] },
] as const satisfies readonly {
  preset: string;
  name: string;
  note: string;
  scopes: readonly ApiKeyScope[];
}[];

/** The purpose of a key, by its scopes. */
export const purposeOf = (scopes: readonly ApiKeyScope[]): string =>
  KEY_PRESETS.find(
    (preset) => preset.scopes.length === scopes.length && preset.scopes.every((one) => scopes.includes(one)),
  )?.name ?? 'Custom';
