import { applicationServices } from '../applications/services.ts';
import type { Composition } from '../platform/composition.ts';
import { recordingStore } from './store/recordings.ts';

export interface RecordingServices extends ReturnType<typeof recordingServices> {}

/** Recorded cases, and the settings that apply to their intake. */
export const recordingServices = ({ config, world, tenant, use }: Composition<'table' | 'blobs'>) => ({
  ...use(applicationServices),
  ...world,
  recordings: recordingStore(world, tenant, { retentionMs: config.caseRetentionMs, maxBytes: config.caseMaxBytes }),
});
