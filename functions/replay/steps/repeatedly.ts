import { pause } from './pause.ts';

/** Runs a task again and again with a pause between; `stop` waits for the one under way and passes its fault on. */
export function repeatedly(task: () => Promise<void>, pauseMs: number) {
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
