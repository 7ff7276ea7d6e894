import type { EventBridgeEvent } from 'aws-lambda';
import * as v from 'valibot';
import { analysesBinding } from '../../analysis/services.ts';
import { functionHost } from '../../composition/aws/function-host.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { queue } from '../../platform/aws/ports/queue.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import type { PortsOf } from '../../platform/function-uses.ts';
import { lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { sweepDeliveries } from '../service/sweep-deliveries.ts';
import { recoveryServices } from '../services.ts';
import { endRound } from '../steps/end-round.ts';
import { resumePlans } from '../steps/resume-plans.ts';
import type { SWEEPER_USES } from './uses.ts';

const host = functionHost<PortsOf<typeof SWEEPER_USES>>({
  ports: { table, blobs, keys, queue, workflows },
  bindings: [suggestionsBinding, analysesBinding],
});
const servicesOf = host.servicesOf(recoveryServices);
const end = endRound(servicesOf);

/** Sweeps on a schedule, and ends the round of an execution that Step Functions gave up (its event carries the input). */
export const handler = lambdaFunction<Partial<EventBridgeEvent<string, { input: string; status: string }>>, undefined>(
  host,
  async ({ detail }, context) => {
    if (typeof detail?.input === 'string') {
      const round = v.parse(RoundInput, JSON.parse(detail.input));
      await end(round, `execution ${detail.status}`, AbortSignal.timeout(context.getRemainingTimeInMillis()));
      return;
    }
    const plans = await resumePlans(host.world, servicesOf);
    const deliveries = await sweepDeliveries(host.world, servicesOf);
    if (plans.failed + deliveries.failed > 0) throw new Error('some unfinished work could not be resumed');
  },
);
