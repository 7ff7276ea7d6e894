/** A measured value at a time. */
export interface Sample {
  atMs: number;
  value: number;
}

const HOUR_MS = 3_600_000;

/**
 * Growth of a value per hour: the slope of the least-squares line through the last two thirds of the samples, since the
 * first third is the warm-up. NaN for fewer than two samples.
 */
export function growthPerHour(samples: readonly Sample[]): number {
  const kept = samples.slice(Math.floor(samples.length / 3));
  const mean = (of: (sample: Sample) => number) => kept.reduce((sum, one) => sum + of(one), 0) / kept.length;
  const [at, value] = [mean(({ atMs }) => atMs), mean((one) => one.value)];
  const covariance = mean((one) => (one.atMs - at) * (one.value - value));
  const variance = mean(({ atMs }) => (atMs - at) ** 2);
  return (covariance / variance) * HOUR_MS;
}
