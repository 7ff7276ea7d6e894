const PURGE_ROWS = 500;
const PURGE_EVERY_MS = 1000;
/** Time per second to spend on a backlog; reads and writes run between its batches. */
const PURGE_BUDGET_MS = 500;

interface ExpiryPurgeParts {
  /** Deletes at most so many expired rows and returns how many. */
  purge(maxRows: number): Promise<number>;
  /** Gives free pages back to the disk until a time of the monotonic clock, ms. */
  shrink(until: number): Promise<void>;
}

/** Deletes expired rows every second, for at most half of the time. */
export function expiryPurge({ purge, shrink }: ExpiryPurgeParts) {
  const once = () => purge(PURGE_ROWS);
  async function purgeUntil(until: number): Promise<void> {
    while ((await once()) === PURGE_ROWS && performance.now() < until);
    await shrink(until);
  }
  let isPurging = false;
  const timer = setInterval(async () => {
    if (isPurging) return;
    isPurging = true;
    await purgeUntil(performance.now() + PURGE_BUDGET_MS).catch(ignoreUntilNextTime);
    isPurging = false;
  }, PURGE_EVERY_MS).unref();

  return {
    /** Deletes at most 500 expired rows and returns how many. */
    once,
    /** Deletes every expired row and gives the pages back to the disk. */
    all: () => purgeUntil(Number.POSITIVE_INFINITY),
    stop: () => clearInterval(timer),
  };
}

/**
 * A fault that prevents a purge (a full disk, a busy file) also rejects writes and so reaches their callers; the purge
 * is retried.
 */
function ignoreUntilNextTime(): void {}
