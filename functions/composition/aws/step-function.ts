import * as v from 'valibot';
import type { AwsPorts, PortName } from '../../platform/aws/world.ts';
import type { Capability } from '../../platform/capability.ts';
import type { Binding } from '../../platform/composition.ts';
import { lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';
import type { Json } from '../../platform/world.ts';
import { functionHost } from './function-host.ts';

/** What is left of the time of an invocation when a step must hand back. */
const HAND_BACK_MS = 30_000;

/** Which step a Task asks for; the rest is its input. */
const Task = v.looseObject({ step: v.string() });

/** What the step function of a capability is made of, besides its ports. */
export interface StepFunction<Port extends PortName> {
  capability: Pick<Capability<never, Port>, 'mountSteps'>;
  /** What its services need from capabilities above it. */
  bindings: readonly Binding<NoInfer<Port>>[];
}

/** Checks that bindings need the ports only that the capability declares for its steps. */
export const stepsOf = <Port extends PortName>(steps: StepFunction<Port>) => steps;

/**
 * The function of AWS that runs the steps of a capability: the input of each Task names its step
 * (state-machines/*.asl.json).
 */
export function stepFunction<Port extends PortName>(
  { capability: { mountSteps }, bindings }: StepFunction<Port>,
  ports: AwsPorts<Port>,
) {
  const host = functionHost({ ports, bindings });
  const steps = mountSteps(host);
  return lambdaFunction<unknown, Json>(host, async (event, context) => {
    const { step, ...input } = v.parse(Task, event);
    const run = steps[step];
    if (run === undefined) throw new Error('the state machine asks for a step that this function does not have');
    // The trace of the invocation finds the run, whatever the step logs.
    if (typeof input.planId === 'string') host.log.debug('step started', { plan_id: input.planId, step });
    const leftMs = Math.max(0, context.getRemainingTimeInMillis() - HAND_BACK_MS);
    return run(input, AbortSignal.timeout(leftMs));
  });
}
