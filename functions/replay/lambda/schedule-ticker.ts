import { functionHost } from '../../composition/aws/function-host.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { egress } from '../../platform/aws/ports/egress.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import type { PortsOf } from '../../platform/function-uses.ts';
import { lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';
import { runRate } from '../../platform/run-rate.ts';
import { startDueSchedules } from '../schedules/steps/start-due-schedules.ts';
import { newPlanServices } from '../services.ts';
import type { SCHEDULE_TICKER_USES } from './uses.ts';

const host = functionHost<PortsOf<typeof SCHEDULE_TICKER_USES>>({ ports: { table, blobs, egress, keys, workflows } });
const servicesOf = host.servicesOf(newPlanServices);
const runs = runRate(host.world, host.config);

/** Starts each minute the runs of schedules that are due (interface 10). */
export const handler = lambdaFunction<unknown, undefined>(host, async () => {
  const { failed } = await startDueSchedules(host.world, servicesOf, runs);
  if (failed > 0) throw new Error('some scheduled replays could not be started');
});
