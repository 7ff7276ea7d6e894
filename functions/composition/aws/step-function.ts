import * as v from 'valibot';
import type { PortName } from '../../platform/aws/world.ts';
import type { Capability } from '../../platform/capability.ts';
import { lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';
import type { Json } from '../../platform/world.ts';
import { type FunctionParts, functionHost } from './function-host.ts';

/** What is left of the time of an invocation when a step must hand back. */
const HAND_BACK_MS = 30_000;

/** Which step a Task asks for; the rest is its input. */
const Task = v.looseObject({ step: v.string() });

/** The function of AWS that runs the steps of a capability: the input of each Task names its step (state-machines/*.asl.json). */
export function stepFunction<Port extends PortName>(
  { mountSteps }: Capability<never, Port>,
  parts: FunctionParts<Port>,
) {
  const host = functionHost(parts);
  const steps = mountSteps(host);
  return lambdaFunction<unknown, Json>(host, async (event, context) => {
    const { step, ...input } = v.parse(Task, event);
    const run = steps[step];
    if (run === undefined) throw new Error('the state machine asks for a step that this function does not have');
    const leftMs = Math.max(0, context.getRemainingTimeInMillis() - HAND_BACK_MS);
    return run(input, AbortSignal.timeout(leftMs));
  });
}
