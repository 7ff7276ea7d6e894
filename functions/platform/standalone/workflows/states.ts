import type { Template } from './state-expression.ts';
import type { Retrier } from './state-machine-schema.ts';

/** A machine, or a branch of one, validated and with compiled expressions. */
export interface States {
  startAt: string;
  states: ReadonlyMap<string, State>;
}

/** How a state transforms its result; without an output it is passed unchanged. */
export interface Outcome {
  assign: ReadonlyMap<string, Template>;
  output: Template | undefined;
  /** Undefined ends the branch. */
  next: string | undefined;
}

export interface Guard {
  retry: readonly Retrier[];
  catches: readonly (Outcome & { errorEquals: readonly string[] })[];
}

export type State =
  | ({ type: 'Task'; step: string; arguments: Template | undefined; timeoutSeconds: Template | undefined } & Guard &
      Outcome)
  | ({ type: 'CallbackTask'; step: string; arguments: Template; timeoutSeconds: Template } & Guard & Outcome)
  | ({
      type: 'Map';
      items: Template | undefined;
      itemSelector: Template | undefined;
      maxConcurrency: Template;
      processor: States;
    } & Guard &
      Outcome)
  | ({ type: 'Parallel'; arguments: Template | undefined; branches: readonly States[] } & Guard & Outcome)
  | ({ type: 'Choice'; choices: readonly (Outcome & { condition: Template })[]; hasDefault: boolean } & Outcome)
  | ({ type: 'Wait'; seconds: Template | undefined; timestamp: Template | undefined } & Outcome)
  | ({ type: 'Pass' | 'Succeed' } & Outcome)
  | { type: 'Fail'; error: Template; cause: Template };
