import * as v from 'valibot';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Item, Key, Write } from '../../../platform/world.ts';
import { applicationKey, appPart } from '../../domain/application-key.ts';
import type { AddedBy } from '../../domain/endpoint-patterns.ts';
import { RetentionState } from '../../domain/retention/retention-state.ts';

/** Applications that keep something shorter than the service, by the time of their next pass: index i1. */
export const DUE_RETENTION = partitionOf('dueRetention');

/** pk `T#<tenant>#APP#<app>`, sk `RETENTION`: how far the deletion of what is too old is (docs/retention.md). */
export const retentionKey = (tenant: string, appId: string): Key => ({
  pk: applicationKey(tenant, appId),
  sk: 'RETENTION',
});

/** The members that say when a pass is due. */
export const dueAt = (tenant: string, appId: string, at: number) => ({
  dueAt: at,
  i1pk: DUE_RETENTION,
  i1sk: `${paddedTime(at)}#${tenant}#${appPart(appId)}`,
});

/**
 * The write that makes a pass due immediately, and ends the one that is under way. It belongs to a change of the
 * settings.
 */
export const changeOfRetention = (tenant: string, appId: string, change: AddedBy | undefined): Write => ({
  put: {
    ...retentionKey(tenant, appId),
    tenant,
    appId,
    claim: null,
    change: change ?? null,
    pass: null,
    last: null,
    ...dueAt(tenant, appId, 0),
  },
});

/** Parses the members of a row. */
export const retentionStateOf = (row: Item): RetentionState => v.parse(RetentionState, row);
