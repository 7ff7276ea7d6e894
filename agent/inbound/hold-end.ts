import type { ServerResponse } from 'node:http';

type End = (this: object, chunk?: unknown, encoding?: unknown, callback?: unknown) => unknown;

/**
 * Delays the end of a response until `before` is done. To the application the response has ended when it ends it: its
 * state says so, and later writes fail as they do otherwise.
 */
export function holdEnd(response: ServerResponse, before: () => Promise<void>): void {
  const outgoing = response as unknown as { end: End; finished: boolean }; // wrapped below
  const { end } = outgoing;
  let isHeld = false;
  outgoing.end = function (chunk, encoding, callback) {
    if (isHeld) return this;
    isHeld = true;
    const shown = { headersSent: true, writableEnded: true } as const;
    for (const [name, value] of Object.entries(shown))
      Object.defineProperty(response, name, { get: () => value, configurable: true });
    // The state behind `writableEnded` of HTTP/1, which `write` asks.
    const hasState = Object.hasOwn(outgoing, 'finished');
    if (hasState) outgoing.finished = true;
    const release = () => {
      for (const name of Object.keys(shown)) delete (response as unknown as Record<string, unknown>)[name]; // set above
      if (hasState) outgoing.finished = false;
      outgoing.end = end;
      end.call(response, chunk, encoding, callback);
    };
    before().then(release, release);
    return this;
  };
}
