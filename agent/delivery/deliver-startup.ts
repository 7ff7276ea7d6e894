import type { ServiceLink } from '../core/service-link.ts';

/** Sends startup calls; while the service is away they wait in memory. */
export interface StartupDelivery {
  add(texts: readonly string[]): void;
  /** Sends what waits; resolves when that is done or in vain. */
  flush(): Promise<void>;
}

/** Of one request to the service. */
const MAX_SENT_CHARACTERS = 3 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const RETRY_MS = 5_000;

/** Creates the delivery of the startup calls of an application. */
export function deliverStartup(
  link: ServiceLink,
  appId: string,
  schedule: (work: () => void, ms: number) => void,
): StartupDelivery {
  let waiting: string[] = [];
  let running: Promise<void> | null = null;

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      let characters = 0;
      const end = waiting.findIndex((text, at) => {
        characters += text.length;
        return at > 0 && characters > MAX_SENT_CHARACTERS;
      });
      const batch = waiting.slice(0, end === -1 ? waiting.length : end);
      const path = `/api/recorder/apps/${encodeURIComponent(appId)}/startup-calls`;
      const calls = batch.map((text): unknown => JSON.parse(text));
      const answer = await link.call('POST', path, { calls }, TIMEOUT_MS);
      if (answer === null || answer.status >= 500) return schedule(() => void run(), RETRY_MS);
      waiting = waiting.slice(batch.length);
    }
  }

  function run(): Promise<void> {
    running ??= send().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    add: (texts) => {
      waiting.push(...texts.filter(({ length }) => length <= MAX_SENT_CHARACTERS));
      void run();
    },
    flush: run,
  };
}
