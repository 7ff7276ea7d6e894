import { analysisServices } from '../analysis/services.ts';
import { noiseServices } from '../noise/services.ts';
import type { Composition } from '../platform/composition.ts';

export interface ReportServices extends ReturnType<typeof reportServices> {}

/** Services that read a run: findings, suggestions and the analyses of its rounds. */
export const reportServices = ({ world, use }: Composition<'table' | 'blobs' | 'workflows'>) => ({
  ...use(noiseServices),
  ...use(analysisServices),
  ...world,
});
