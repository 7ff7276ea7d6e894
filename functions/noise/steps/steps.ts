import { reduceNoise } from './reduce-noise.ts';

/** The Task of state-machines/replay.asl.json that reduces noise. */
export const steps = {
  ReduceNoise: reduceNoise,
} as const;
