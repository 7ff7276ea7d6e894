import { pause } from './pause.ts';

/** Without a reason, each abort makes an exception. */
const STOPPED = new Error('stopped');

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
  running.catch(() => controller.abort(STOPPED));
  return {
    stop: () => {
      controller.abort(STOPPED);
      return running;
    },
  };
}
