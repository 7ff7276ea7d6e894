import { analysesBinding } from '../../analysis/services.ts';
import { functionHost } from '../../composition/aws/function-host.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { egress } from '../../platform/aws/ports/egress.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import type { PortsOf } from '../../platform/function-uses.ts';
import { lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';
import { runningServices } from '../services.ts';
import { resumeRuns } from '../steps/resume-runs.ts';
import type { SCHEDULE_USES } from './uses.ts';

const host = functionHost<PortsOf<typeof SCHEDULE_USES>>({
  ports: { table, blobs, egress, keys, workflows },
  bindings: [suggestionsBinding, analysesBinding],
});
const servicesOf = host.servicesOf(runningServices);

/** Looks on a schedule after runs that no execution looks after (evaluation 3.15). */
export const handler = lambdaFunction<unknown, undefined>(host, async () => {
  const { failed } = await resumeRuns(host.world, servicesOf);
  if (failed > 0) throw new Error('some evaluation runs could not be resumed');
});
