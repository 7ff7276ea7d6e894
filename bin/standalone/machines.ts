import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnableOfRun } from '../../functions/evaluation/steps/evaluation-step.ts';
import { steps as evaluationSteps } from '../../functions/evaluation/steps/steps.ts';
import type { Services } from '../../functions/platform/http/api.ts';
import { loadStateMachine, type Step } from '../../functions/platform/standalone/workflows/state-machine.ts';
import type { MachineName } from '../../functions/platform/world.ts';
import { runnable } from '../../functions/replay/steps/replay-step.ts';
import { steps as replaySteps } from '../../functions/replay-steps/steps.ts';

const FOLDER = join(import.meta.dirname, '../../state-machines');

const machine = (name: MachineName) =>
  loadStateMachine(JSON.parse(readFileSync(join(FOLDER, `${name}.asl.json`), 'utf8')));

/** The state machines of the service, as they are deployed, and the steps that they call, each in the services of its tenant. */
export const machinesAndSteps = (servicesOf: (tenant: string) => Services) => ({
  machines: {
    replay: machine('replay'),
    recompare: machine('recompare'),
    analysis: machine('analysis'),
    evaluation: machine('evaluation'),
  } satisfies Record<MachineName, unknown>,
  steps: Object.fromEntries<Step>([
    ...Object.entries(replaySteps).map(([name, step]) => [name, runnable(step, servicesOf)] as const),
    ...Object.entries(evaluationSteps).map(([name, step]) => [name, runnableOfRun(step, servicesOf)] as const),
  ]),
});
