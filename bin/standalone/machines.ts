import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import type { StepsByName } from '../../functions/platform/capability.ts';
import type { ServicesHost } from '../../functions/platform/composition.ts';
import { loadStateMachine } from '../../functions/platform/standalone/workflows/state-machine.ts';
import type { MachineName } from '../../functions/platform/world.ts';

const FOLDER = join(import.meta.dirname, '../../state-machines');

const machine = (name: MachineName) =>
  loadStateMachine(JSON.parse(readFileSync(join(FOLDER, `${name}.asl.json`), 'utf8')));

/** The state machines of the service, as deployed. */
export const machines = () =>
  ({
    replay: machine('replay'),
    recompare: machine('recompare'),
    analysis: machine('analysis'),
    evaluation: machine('evaluation'),
  }) satisfies Record<MachineName, unknown>;

/** The steps that the state machines call, by the names of their placeholders. */
export const stepsOf = (host: ServicesHost): StepsByName =>
  Object.assign({}, ...CAPABILITIES.map(({ mountSteps }) => mountSteps(host)));
