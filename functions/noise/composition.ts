import { sealedSettingsOf } from '../applications/composition.ts';
import { findingServices, SUGGESTIONS } from '../findings/composition.ts';
import { mockServices, replayKeysOf } from '../mocks/composition.ts';
import { bind, type Composition } from '../platform/composition.ts';
import { dailyQuota } from '../platform/daily-quota.ts';
import { recordingKeysOf } from '../recordings/composition.ts';
import { SECOND_SENDINGS } from '../replay/composition.ts';
import { secondSendings } from './service/second-sendings.ts';
import { modelAnswers } from './store/model-answers.ts';
import { noiseStore } from './store/noise.ts';

export interface NoiseServices extends ReturnType<typeof noiseServices> {}

/** Services for the suggestions of a round, and the findings that they affect. */
export const noiseServices = ({ world, use }: Composition<'table' | 'blobs'>) => ({
  ...use(findingServices),
  ...world,
  noise: use(noiseOf),
});

export interface ReducingServices extends ReturnType<typeof reducingServices> {}

/** Services of noise reduction, which sends requests again and asks a language model. */
export const reducingServices = ({
  config,
  world,
  use,
}: Composition<'table' | 'blobs' | 'http' | 'model' | 'keys'>) => ({
  ...use(noiseServices),
  ...world,
  config,
  sealedSettings: use(sealedSettingsOf),
  recordingKeys: use(recordingKeysOf),
  mocks: use(mockServices).mocks,
  replayKeys: use(replayKeysOf),
  modelAnswers: use(modelAnswersOf),
});

/** Stored answers of a language model, within the daily quota. */
export const modelAnswersOf = ({ world, tenant, use }: Composition<'table' | 'blobs'>) =>
  modelAnswers({ ...world, quota: use(quotaOf) }, tenant);

/** Daily quota of a tenant for language models. */
export const quotaOf = ({ world, tenant }: Composition<'table'>) => dailyQuota(world, tenant);

/** What noise reduction found. */
export const noiseOf = ({ world, tenant }: Composition<'table' | 'blobs'>) => noiseStore(world, tenant);

/** Replays send failing requests again at once. */
export const secondSendingsBinding = bind(SECOND_SENDINGS, ({ config, world, use }: Composition<'table' | 'blobs'>) =>
  config.noiseReduction === 'off' ? null : secondSendings({ ...use(findingServices), ...world, noise: use(noiseOf) }),
);

/** Findings read suggestions. */
export const suggestionsBinding = bind(SUGGESTIONS, ({ use }: Composition<'table' | 'blobs'>) => use(noiseOf));
