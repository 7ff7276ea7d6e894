import { sealedSettingsOf } from '../applications/composition.ts';
import { mockServices, replayKeysOf } from '../mocks/composition.ts';
import type { Composition } from '../platform/composition.ts';
import { rateWindows } from '../platform/table/rate-windows.ts';
import { recordingKeysOf } from '../recordings/composition.ts';
import { replayServices } from '../replay/composition.ts';

export interface TrialServices extends ReturnType<typeof trialServices> {}

/** What sends one login of a stored login step, as runs send theirs. */
export const trialServices = ({ world, tenant, use }: Composition<'table' | 'blobs' | 'egress' | 'keys' | 'http'>) => ({
  ...use(replayServices),
  ...world,
  tenant,
  mocks: use(mockServices).mocks,
  replayKeys: use(replayKeysOf),
  sealedSettings: use(sealedSettingsOf),
  recordingKeys: use(recordingKeysOf),
  rateWindows: rateWindows(world),
});
