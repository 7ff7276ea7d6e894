/**
 * A value that is read again when it is older than `everyMs`, counted from the begin of its read. While it cannot be
 * read, a known one stays in use for `retryMs`; null: the fault is thrown.
 */
export function reloadedValue<T>(
  read: (known: T | undefined) => Promise<T>,
  { now, everyMs, retryMs }: { now(): number; everyMs: number; retryMs: number | null },
) {
  let known: { value: T; until: number } | undefined;
  let loading: Promise<T> | undefined;

  async function load(): Promise<T> {
    const at = now();
    try {
      known = { value: await read(known?.value), until: at + everyMs };
    } catch (fault) {
      if (known === undefined || retryMs === null) throw fault;
      known.until = now() + retryMs;
    }
    return known.value;
  }

  return {
    /** Concurrent calls read it once. */
    async get(): Promise<T> {
      if (known !== undefined && now() < known.until) return known.value;
      loading ??= load().finally(() => {
        loading = undefined;
      });
      return loading;
    },

    /** The next call reads it again. */
    forget(): void {
      known = undefined;
    },
  };
}

/**
 * Values by their keys, as `reloadedValue` keeps each; of more than `maxKeys`, the one that was added first is
 * forgotten.
 */
export function reloadedValues<T>(
  read: (key: string) => Promise<T>,
  { maxKeys, ...options }: Parameters<typeof reloadedValue>[1] & { maxKeys: number },
) {
  const values = new Map<string, ReturnType<typeof reloadedValue<T>>>();

  return {
    get(key: string): Promise<T> {
      const value = values.get(key) ?? reloadedValue(() => read(key), options);
      values.set(key, value);
      const [oldest] = values.size > maxKeys ? values.keys() : [];
      if (oldest !== undefined) values.delete(oldest);
      return value.get();
    },

    forget: (key: string): boolean => values.delete(key),
  };
}
