/** Limits concurrency to `most` per key; further work waits in order of arrival. */
export function slots(max: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { busy: number; waiting: (() => void)[] }>();

  return async (key, work) => {
    const line = lines.get(key) ?? { busy: 0, waiting: [] };
    lines.set(key, line);
    if (line.busy >= max) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.busy += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.busy -= 1;
      if (line.busy === 0) lines.delete(key);
    }
  };
}
