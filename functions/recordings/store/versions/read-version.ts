import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import type { StoredValue } from '../../../platform/values/stored-json.ts';
import type { Item } from '../../../platform/world.ts';
import { FIRST_VERSION } from '../../domain/versions/case-version.ts';
import type { CaseParts } from '../case-parts.ts';
import { payloadKey, versionKey } from '../case-rows.ts';

/** A version of a recording; absent: as recorded. */
export interface WantedVersion {
  caseId: string;
  version?: number | undefined;
}

/** Whether the row of a current payload holds this version. */
export const holdsVersion = (row: Item, version: number | undefined): boolean =>
  (row.version ?? FIRST_VERSION) === (version ?? FIRST_VERSION);

/** A version may become current, or another one, between the reads of two rows. */
const MAX_TRIES = 3;

/**
 * Creates the function that reads the payload of a version, current or not; undefined if it is stored no longer, or
 * unreadable.
 */
export const versionReader =
  ({ table, tenant, payloads }: Pick<CaseParts, 'table' | 'tenant' | 'payloads'>) =>
  async ({ caseId, version }: WantedVersion): Promise<StoredValue | undefined> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const current = await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)));
      if (!current || holdsVersion(current, version)) return payloads.stored(current);
      const row = await undefinedIfDamaged(table.get(versionKey(tenant, caseId, version ?? FIRST_VERSION)));
      if (row) return payloads.stored(row);
    }
    return undefined;
  };
