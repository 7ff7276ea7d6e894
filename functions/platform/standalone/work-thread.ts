import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Job } from '../values/job.ts';
import { COLLECT, collectGarbage } from './heap-guard.ts';
import { ownBuffers } from './own-buffers.ts';

/** What a thread of the pool is asked to do. */
export interface Task {
  name: string;
  input: unknown;
}

/** Jobs by their names: what they take is what their callers give, which the types of `Work` check. */
export type AnyJob = Job<never, unknown>;

/** Creates the function that runs jobs in a thread of the pool, its default export. */
export function threadOf(jobs: readonly AnyJob[]) {
  const byName = new Map(jobs.map((one) => [one.name, one]));
  return ({ name, input }: Task): unknown => {
    if (name === COLLECT) return collectGarbage();
    const found = byName.get(name);
    if (found === undefined) throw new Error(`there is no job ${name}`);
    const { message, buffers } = ownBuffers(found.run(input as never)); // `Work.run` checked its type
    return move({ [transferableSymbol]: buffers, [valueSymbol]: message } as unknown as ArrayBuffer); // as documented; its types lack it
  };
}
