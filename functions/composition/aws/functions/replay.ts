import { caseManifestsBinding } from '../../../evaluation/artifacts/composition.ts';
import { runStateLabelsBinding } from '../../../findings/composition.ts';
import { secondSendingsBinding, suggestionsBinding } from '../../../noise/composition.ts';
import { runRate } from '../../../platform/run-rate.ts';
import { replay } from '../../../replay/capability.ts';
import { hasRunsBinding, newPlanServices, tabCountsBinding } from '../../../replay/composition.ts';
import { startDueSchedules } from '../../../replay/schedules/steps/start-due-schedules.ts';
import { declared } from '../api-application.ts';
import { functionHost, type Ports } from '../function-host.ts';
import { stepsOf } from '../step-function.ts';
import { ticker } from '../ticker.ts';

/** What answers for this capability. */
export const api = () =>
  declared({ capability: replay, bindings: [hasRunsBinding, tabCountsBinding, runStateLabelsBinding] });

/** What runs its steps. */
export const steps = () =>
  stepsOf({ capability: replay, bindings: [caseManifestsBinding, secondSendingsBinding, suggestionsBinding] });

/** Starts each minute the runs of schedules that are due (interface 10). */
export function scheduleTicker(ports: Ports<typeof replay, 'schedule-ticker'>) {
  const host = functionHost({ ports });
  const servicesOf = host.servicesOf(newPlanServices);
  const runs = runRate(host.world, host.config);
  const start = () => startDueSchedules(host.world, servicesOf, runs);
  return ticker(host, start, 'some scheduled replays could not be started');
}
