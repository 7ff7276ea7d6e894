import { replayChunk } from './replay-chunk.ts';
import { selectCases } from './select-cases.ts';

/** Tasks of state-machines/*.asl.json by the names of their placeholders: selecting and sending. */
export const steps = {
  SelectCases: selectCases,
  ReplayChunk: replayChunk,
} as const;
