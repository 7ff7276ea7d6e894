/** A value that is read again when it is older than `everyMs`. While it cannot be read, a known one stays in use. */
export function reloadedValue<T>(
  read: (known: T | undefined) => Promise<T>,
  { now, everyMs, retryMs }: { now(): number; everyMs: number; retryMs: number },
) {
  let known: { value: T; until: number } | undefined;
  let loading: Promise<T> | undefined;

  async function load(): Promise<T> {
    const at = now();
    try {
      known = { value: await read(known?.value), until: at + everyMs };
    } catch (fault) {
      if (known === undefined) throw fault;
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
