import * as v from 'valibot';
import { accept } from '../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Key, Table } from '../../platform/world.ts';
import { StoredSettings } from './stored-settings.ts';

/** Gives values of the settings that were saved while no target was allowed to the first one that is. */
export const claimWaiting = (table: Table, key: Key, addresses: readonly string[]) =>
  retryOnConflict(
    async () => {
      const row = await table.get(key);
      if (row === undefined) return accept(null);
      const { settings, version } = v.parse(StoredSettings, row);
      const { login, replay } = settings;
      const waiting = Object.entries(replay.headers.targets).filter(([, savedFor]) => savedFor.length === 0);
      if (waiting.length === 0 && login?.targets?.length !== 0) return accept(null);
      const claimed = Object.fromEntries(waiting.map(([name]) => [name, [...addresses]]));
      const targets = { ...replay.headers.targets, ...claimed };
      const changed = {
        ...settings,
        replay: { ...replay, headers: { ...replay.headers, targets } },
        login: login?.targets?.length === 0 ? { ...login, targets: [...addresses] } : login,
      };
      const when = { version: { equals: version } };
      return (await table.update(key, { settings: changed, version: version + 1 }, { when })) ? accept(null) : CONFLICT;
    },
    { subject: 'the settings' },
  );
