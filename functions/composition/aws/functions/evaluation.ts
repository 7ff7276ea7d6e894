import { analysesBinding } from '../../../analysis/composition.ts';
import { caseManifestsBinding } from '../../../evaluation/artifacts/composition.ts';
import { evaluation } from '../../../evaluation/capability.ts';
import { runningServices } from '../../../evaluation/composition.ts';
import { tickPolicies } from '../../../evaluation/policies/steps/policy-tick.ts';
import { resumeRuns } from '../../../evaluation/steps/resume-runs.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { declared } from '../api-application.ts';
import { functionHost, type Ports } from '../function-host.ts';
import { stepsOf } from '../step-function.ts';
import { ticker } from '../ticker.ts';

/** What answers for this capability. */
export const api = () =>
  declared({ capability: evaluation, bindings: [suggestionsBinding, analysesBinding, caseManifestsBinding] });

/** What runs its steps. */
export const steps = () => stepsOf({ capability: evaluation, bindings: [suggestionsBinding, analysesBinding] });

/** Looks on a schedule after runs that no execution looks after (evaluation 3.15). */
export function runSweeper(ports: Ports<typeof evaluation, 'run-sweeper'>) {
  const host = functionHost({ ports, bindings: [suggestionsBinding, analysesBinding] });
  const servicesOf = host.servicesOf(runningServices);
  return ticker(host, () => resumeRuns(host.world, servicesOf), 'some evaluation runs could not be resumed');
}

/** Does each minute what is due of online policies and backfills (evaluation 3.15). */
export function policyTicker(ports: Ports<typeof evaluation, 'policy-ticker'>) {
  const host = functionHost({ ports, bindings: [suggestionsBinding, analysesBinding] });
  const servicesOf = host.servicesOf(runningServices);
  return ticker(host, () => tickPolicies(host.world, servicesOf), 'some online policies could not be run');
}
