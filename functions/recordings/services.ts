import { applicationServices } from '../applications/services.ts';
import type { Composition } from '../platform/composition.ts';
import { recordingKeys } from './store/recording-keys.ts';
import { recordingStore } from './store/recordings.ts';

export interface RecordingServices extends ReturnType<typeof recordingServices> {}

/** Recorded cases, and the settings that apply to their intake. */
export const recordingServices = ({ config, world, tenant, use }: Composition<'table' | 'blobs'>) => ({
  ...use(applicationServices),
  ...world,
  recordings: recordingStore(world, tenant, { retentionMs: config.caseRetentionMs, maxBytes: config.caseMaxBytes }),
});

/** The keys that seal credentials in recordings and results. */
export const recordingKeysOf = ({ world, tenant }: Composition<'table' | 'keys'>) => recordingKeys(world, tenant);

export interface IntakeServices extends ReturnType<typeof intakeServices> {}

/** Services that take cases in. */
export const intakeServices = ({ use }: Composition<'table' | 'blobs' | 'keys'>) => ({
  ...use(recordingServices),
  recordingKeys: use(recordingKeysOf),
});
