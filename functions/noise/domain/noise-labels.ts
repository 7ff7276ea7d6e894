import type { NoiseReason } from './noise-facts.ts';

/**
 * Why a field is suggested as noise (interface 3.1): in two or three words, and as the end of a sentence about the
 * field.
 */
export const NOISE_LABELS: Readonly<Record<NoiseReason, { short: string; sentence: string }>> = {
  DIFFERS_BETWEEN_REPLAYS: { short: 'differs each time', sentence: 'differs when the same request is sent twice' },
  DIFFERS_ON_BASELINE: {
    short: 'differs on the running build',
    sentence: 'differs between two requests to the running build',
  },
  CURRENT_TIME: { short: 'current time', sentence: 'is the time of the response' },
  RELATIVE_TIME: {
    short: 'time after the response',
    sentence: 'is a time at the same distance from the response as recorded',
  },
  ELAPSED_TIME: {
    short: 'time that passes',
    sentence: 'counts the time between the response and one fixed moment',
  },
  MEASURED_DURATION: { short: 'measured duration', sentence: 'is a duration that the application measures each time' },
  LOAD_FIGURE: { short: 'load figure', sentence: 'is a figure of load or memory that the instance measures each time' },
  RANDOM_ID: { short: 'random id', sentence: 'is a random id' },
  TOKEN_CLAIMS: { short: 'claim of a token', sentence: 'is a claim of a token that is new each time' },
  SALTED_HASH: { short: 'salted hash', sentence: 'is a hash with a salt that is new each time' },
  SEEN_IN_OTHER_REQUESTS: {
    short: 'noise in other requests',
    sentence: 'has the name and form of a field that differs when other requests are sent twice',
  },
  COUNTER: { short: 'counter', sentence: 'rises with each request, when it was recorded and when it was replayed' },
  APPEARS_LATER: {
    short: 'appears later',
    sentence: 'was missing at first, and there when the same request was sent again about a second later',
  },
  SORTED_BY_RANDOM_ID: { short: 'sorted by random id', sentence: 'is sorted by a random id on both sides' },
  LANGUAGE_MODEL: {
    short: 'by its name and form',
    sentence: 'looks like noise to the language model, by its name and form',
  },
};
