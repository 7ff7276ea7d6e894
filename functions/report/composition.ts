import { analysisServices } from '../analysis/composition.ts';
import { noiseServices } from '../noise/composition.ts';
import type { Composition } from '../platform/composition.ts';
import { rememberedReads } from '../platform/table/remembered-reads.ts';
import { plansOf } from '../replay/composition.ts';
import type { PollAnswer } from './api/poll-answer.ts';
import { rememberedDetails } from './domain/remembered-details.ts';
import { rememberedEffects } from './domain/remembered-effects.ts';
import { failingCases } from './service/failing-cases.ts';
import { badgeTokenStore } from './store/badge-tokens.ts';

/** Runs whose polls are kept as long as nothing changes them. */
const KEPT_POLLS = 200;

export interface ReportServices extends ReturnType<typeof reportServices> {}

/** Services that read a run: findings, suggestions and the analyses of its rounds. */
export function reportServices({ world, tenant, use }: Composition<'table' | 'blobs' | 'workflows'>) {
  const below = { ...use(noiseServices), ...use(analysisServices) };
  return {
    ...below,
    ...world,
    pollAnswers: rememberedReads<PollAnswer>(world.table, KEPT_POLLS),
    badgeTokens: badgeTokenStore(world, tenant),
    plansOfTenant: (of: string) => plansOf(world, of),
    failingCases: failingCases(below),
    detailsOf: rememberedDetails(),
    effects: rememberedEffects(),
  };
}
