import { applicationKey } from '../../../applications/domain/application-key.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { Item, Key, Write } from '../../../platform/world.ts';
import { dueAt, type Schedule } from '../domain/schedule.ts';

/** Partition where ticks find due schedules of all tenants, sorted by due time. */
export const DUE = partitionOf('dueSchedules');

/** Rows of schedules (see `scheduleStore`). */
export function scheduleRows(tenant: string) {
  const keyOf = (appId: string, id: string): Key => ({ pk: applicationKey(tenant, appId), sk: `SCHEDULE#${id}` });
  const countKey = (appId: string): Key => ({ pk: applicationKey(tenant, appId), sk: 'SCHEDULES' });

  const rowOf = (schedule: Schedule, revision: number): Item => {
    const { appId, id } = schedule;
    const due = dueAt(schedule);
    return {
      ...keyOf(appId, id),
      // A schedule consists of JSON values only.
      ...(schedule as unknown as Item),
      revision,
      tenant,
      ...(due !== null && { i2pk: DUE, i2sk: `${paddedTime(due)}#${sha256Hex(JSON.stringify([tenant, appId, id]))}` }),
    };
  };

  /** Writes the number of schedules, unless it has changed since it was read. */
  function countWrite(appId: string, was: number, is: number): Write {
    const when = was === 0 ? ('absent' as const) : { total: { equals: was } };
    return is === 0 ? { remove: countKey(appId), when } : { put: { ...countKey(appId), total: is }, when };
  }

  return { keyOf, countKey, rowOf, countWrite };
}
