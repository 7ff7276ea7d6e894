import { pause } from './pause.ts';

/** Runs a task repeatedly with a pause in between; `stop` waits for a running one and rejects with its fault. */
export function repeatEvery(task: () => Promise<void>, pauseMs: number) {
  const controller = new AbortController();
  const running = (async () => {
    for (;;) {
      await pause(pauseMs, controller.signal);
      if (controller.signal.aborted) return;
      await task();
    }
  })();
  running.catch(() => controller.abort());
  return {
    stop: () => {
      controller.abort();
      return running;
    },
  };
}
