import { analysisServices } from '../analysis/composition.ts';
import { noiseServices } from '../noise/composition.ts';
import type { Composition } from '../platform/composition.ts';
import { rememberedReads } from '../platform/table/remembered-reads.ts';
import type { PollAnswer } from './api/poll-answer.ts';
import { rememberedDetails } from './domain/remembered-details.ts';
import { rememberedEffects } from './domain/remembered-effects.ts';
import { failingCases } from './service/failing-cases.ts';

/** Runs whose polls are kept as long as nothing changes them. */
const KEPT_POLLS = 200;

export interface ReportServices extends ReturnType<typeof reportServices> {}

/** Services that read a run: findings, suggestions and the analyses of its rounds. */
export function reportServices({ world, use }: Composition<'table' | 'blobs' | 'workflows'>) {
  const below = { ...use(noiseServices), ...use(analysisServices) };
  return {
    ...below,
    ...world,
    pollAnswers: rememberedReads<PollAnswer>(world.table, KEPT_POLLS),
    failingCases: failingCases(below),
    detailsOf: rememberedDetails(),
    effects: rememberedEffects(),
  };
}
