import * as v from 'valibot';
import { accept } from '../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Key, Table } from '../../platform/world.ts';
import type { ApplicationSettings } from '../domain/application-settings.ts';
import { StoredSettings } from './stored-settings.ts';

type Change = (settings: ApplicationSettings, addresses: readonly string[]) => ApplicationSettings | null;

/**
 * Changes what the values of stored settings are saved for, and leaves the sealed values as they are; false if nothing
 * changes.
 */
export const changeSavedFor = async (
  table: Table,
  key: Key,
  change: Change,
  addresses: readonly string[],
): Promise<boolean> => {
  const { value } = await retryOnConflict(
    async () => {
      const row = await table.get(key);
      if (row === undefined) return accept(false);
      const { settings, version } = v.parse(StoredSettings, row);
      const changed = change(settings, addresses);
      if (changed === null) return accept(false);
      const when = { version: { equals: version } };
      return (await table.update(key, { settings: changed, version: version + 1 }, { when })) ? accept(true) : CONFLICT;
    },
    { subject: 'the settings' },
  );
  return value;
};
