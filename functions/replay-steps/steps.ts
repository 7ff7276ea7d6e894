import { finishReplay } from './finish-replay.ts';
import { interruptReplay } from './interrupt-replay.ts';
import { notifyResult } from './notify-result.ts';
import { recompareChunk } from './recompare-chunk.ts';
import { reduceNoise } from './reduce-noise.ts';
import { replayChunk } from './replay-chunk.ts';
import { selectCases } from './select-cases.ts';
import { settleFindings } from './settle-findings.ts';
import { storeClusters } from './store-clusters.ts';

/** The Tasks of state-machines/*.asl.json by the names of its placeholders. */
export const steps = {
  SelectCases: selectCases,
  ReplayChunk: replayChunk,
  FinishReplay: finishReplay,
  ReduceNoise: reduceNoise,
  SettleFindings: settleFindings,
  NotifyResult: notifyResult,
  InterruptReplay: interruptReplay,
  RecompareChunk: recompareChunk,
  StoreClusters: storeClusters,
} as const;
