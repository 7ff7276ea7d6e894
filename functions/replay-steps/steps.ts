import { analyzeRound } from '../analysis/steps/analyze-round.ts';
import { awaitAnalysis } from '../analysis/steps/await-analysis.ts';
import { failAnalysis } from '../analysis/steps/fail-analysis.ts';
import { requestAnalysis } from '../analysis/steps/request-analysis.ts';
import { interruptReplay } from '../findings/steps/interrupt-replay.ts';
import { recompareChunk } from '../findings/steps/recompare-chunk.ts';
import { settleFindings } from '../findings/steps/settle-findings.ts';
import { storeClusters } from '../findings/steps/store-clusters.ts';
import { reduceNoise } from '../noise/steps/reduce-noise.ts';
import { notifyResult } from '../notifications/steps/notify-result.ts';
import { finishReplay } from '../replay/steps/finish-replay.ts';
import { replayChunk } from '../replay/steps/replay-chunk.ts';
import { selectCases } from '../replay/steps/select-cases.ts';

/** The Tasks of state-machines/*.asl.json by the names of its placeholders. */
export const steps = {
  SelectCases: selectCases,
  ReplayChunk: replayChunk,
  FinishReplay: finishReplay,
  ReduceNoise: reduceNoise,
  SettleFindings: settleFindings,
  RequestAnalysis: requestAnalysis,
  AwaitAnalysis: awaitAnalysis,
  NotifyResult: notifyResult,
  InterruptReplay: interruptReplay,
  AnalyzeRound: analyzeRound,
  FailAnalysis: failAnalysis,
  RecompareChunk: recompareChunk,
  StoreClusters: storeClusters,
} as const;
