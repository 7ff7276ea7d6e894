import type { FieldNoise, NoiseReason } from '../noise-facts.ts';

/** Reasons that the name of a field supports, and no value. */
const BY_NAME: ReadonlySet<NoiseReason> = new Set(['MEASURED_DURATION', 'LOAD_FIGURE', 'LANGUAGE_MODEL']);

/** Of the requests that were sent to the running build again, the share in which such a field must differ. */
const MIN_SHARE = 1 / 3;

/**
 * The same field, not explained if its name alone explains it and the running build shows otherwise: it has to differ
 * there in some of the requests that were sent again. A short duration may be the same twice, and one that always is
 * has changed.
 */
export function shownByBaseline(field: FieldNoise): FieldNoise {
  const { reasons, sentAgain, requests } = field;
  if (sentAgain === 0 || !reasons.some(({ reason }) => BY_NAME.has(reason))) return field;
  const seen = reasons.find(({ reason }) => reason === 'DIFFERS_ON_BASELINE')?.requests ?? 0;
  return seen >= MIN_SHARE * sentAgain ? field : { ...field, unexplained: requests };
}
