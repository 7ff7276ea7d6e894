import { analysisServices } from '../analysis/composition.ts';
import { noiseServices } from '../noise/composition.ts';
import type { Composition } from '../platform/composition.ts';
import { rememberedDetails } from './domain/remembered-details.ts';
import { rememberedEffects } from './domain/remembered-effects.ts';
import { failingCases } from './service/failing-cases.ts';

export interface ReportServices extends ReturnType<typeof reportServices> {}

/** Services that read a run: findings, suggestions and the analyses of its rounds. */
export function reportServices({ world, use }: Composition<'table' | 'blobs' | 'workflows'>) {
  const below = { ...use(noiseServices), ...use(analysisServices) };
  return {
    ...below,
    ...world,
    failingCases: failingCases(below),
    detailsOf: rememberedDetails(),
    effects: rememberedEffects(),
  };
}
