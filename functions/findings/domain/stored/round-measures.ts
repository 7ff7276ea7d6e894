import type { RoundClusters } from '../../../replay/domain/results/result-summaries.ts';
import type { FindingsInput } from '../findings.ts';
import { movedData } from '../moved-data.ts';
import type { RoundMeasures } from './stored-answer.ts';

/** How a round went, with what has moved under the rules of its findings. */
export const roundMeasures = (
  { clusters, dataMoved, ...measures }: RoundClusters,
  { rulesOf }: Pick<FindingsInput, 'rulesOf'>,
): RoundMeasures => ({ ...measures, ...(dataMoved && { moved: movedData(dataMoved, { clusters, rulesOf }) }) });
