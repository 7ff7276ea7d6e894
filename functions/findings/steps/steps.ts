import { finishReplay } from './finish-replay.ts';
import { interruptReplay } from './interrupt-replay.ts';
import { recompareChunk } from './recompare-chunk.ts';
import { settleFindings } from './settle-findings.ts';
import { storeClusters } from './store-clusters.ts';

/** Tasks of state-machines/*.asl.json by the names of their placeholders: settling and recomparing. */
export const steps = {
  FinishReplay: finishReplay,
  SettleFindings: settleFindings,
  InterruptReplay: interruptReplay,
  RecompareChunk: recompareChunk,
  StoreClusters: storeClusters,
} as const;
