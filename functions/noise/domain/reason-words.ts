import type { NoiseReason } from './noise-facts.ts';

/** Why a field is suggested as noise (interface 3.1): in two or three words, and as the end of a sentence about the field. */
export const NOISE_WORDS: Readonly<Record<NoiseReason, { short: string; sentence: string }>> = {
  DIFFERS_BETWEEN_REPLAYS: { short: 'differs each time', sentence: 'differs when the same request is sent twice' },
  CURRENT_TIME: { short: 'current time', sentence: 'is the time of the response' },
  RELATIVE_TIME: {
    short: 'time after the response',
    sentence: 'is a time at the same distance from the response as recorded',
  },
  RANDOM_ID: { short: 'random id', sentence: 'is a random id' },
  TOKEN_CLAIMS: { short: 'claim of a token', sentence: 'is a claim of a token that is new each time' },
  LANGUAGE_MODEL: {
    short: 'by its name and form',
    sentence: 'looks like noise to the language model, by its name and form',
  },
};
