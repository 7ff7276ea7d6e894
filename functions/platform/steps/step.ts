import * as v from 'valibot';
import type { ServicesOf } from '../composition.ts';
import { faultFacts } from '../fault-facts.ts';
import type { Json, Log } from '../world.ts';

/** What the input of every step has. Ids only, never lists: payloads of states are small. */
export interface StepInput {
  tenant: string;
}

/**
 * One Task of state-machines/*.asl.json; idempotent, since both hosts may run it again after a crash, even
 * concurrently.
 */
export interface Step<Input extends StepInput = StepInput, Services = unknown> {
  input: v.GenericSchema<unknown, Input>;
  /** `signal` aborts when the host is about to stop: start nothing new, return what is done. */
  run: (input: Input, services: Services, signal: AbortSignal) => Promise<Json>;
}

/** The log line of a step that failed. */
export interface StepFault<Input extends StepInput> {
  message: string;
  /** Names what the step worked on. */
  factsOf(input: Input): Record<string, unknown>;
}

/**
 * Wraps a step for a host: parses the state's input, selects the tenant's services, and runs it; the only place that
 * logs a step's fault.
 */
export function runnable<Input extends StepInput, Services>(
  step: Step<Input, Services>,
  servicesOf: ServicesOf<Services & { log: Log }>,
  fault: StepFault<NoInfer<Input>>,
) {
  return async (input: unknown, signal: AbortSignal): Promise<Json> => {
    const parsed = v.parse(step.input, input);
    const services = servicesOf(parsed.tenant);
    try {
      return await step.run(parsed, services, signal);
    } catch (thrown) {
      services.log.error(fault.message, { ...fault.factsOf(parsed), ...faultFacts(thrown) });
      throw thrown;
    }
  };
}
