import type { TestContext } from 'vitest';

/** A figure that a test of the proof suite measured. */
interface Figure {
  name: string;
  value: number;
  unit: string;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Figures that `npm run proof` prints beside the promise. */
    figures?: Figure[];
  }
}

/** Attaches a figure to the running test, whose report `npm run proof` prints. */
export function measured({ task }: Pick<TestContext, 'task'>, name: string, value: number, unit = ''): void {
  task.meta.figures = [...(task.meta.figures ?? []), { name, value, unit }];
}
