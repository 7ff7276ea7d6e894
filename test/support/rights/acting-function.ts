import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string | undefined>();

/** The name of the function of AWS that would run what runs (function-entries.ts); undefined outside of one. */
export const actingFunction = (): string | undefined => acting.getStore();

/** Runs as a function of AWS would; undefined: as none. */
export const actingAs = <Given extends unknown[], Answer>(
  name: string | undefined,
  run: (...given: Given) => Answer,
): ((...given: Given) => Answer) =>
  function acts(this: unknown, ...given) {
    return acting.run(name, () => run.apply(this, given));
  };

/** The same, but what another function calls in process remains that of the other: pages ask endpoints. */
const answeringAs = <Given extends unknown[], Answer>(name: string, run: (...given: Given) => Answer) =>
  function answers(this: unknown, ...given: Given): Answer {
    return acting.getStore() === undefined ? acting.run(name, () => run.apply(this, given)) : run.apply(this, given);
  };

/** What a capability answers requests with. */
interface Answering {
  answer(...given: never[]): unknown;
  unanswered?(...given: never[]): unknown;
}

/** Lets endpoints and pages answer as the function that they are of. */
export function answerAs(name: string, all: Iterable<Answering>): void {
  for (const one of all) {
    one.answer = answeringAs(name, one.answer);
    if (one.unanswered) one.unanswered = answeringAs(name, one.unanswered);
  }
}

/** Lets steps run as the function that they are of. */
export function runAs(name: string, steps: Readonly<Record<string, { run(...given: never[]): unknown }>>): void {
  for (const one of Object.values(steps)) one.run = actingAs(name, one.run);
}
