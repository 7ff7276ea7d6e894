import type { EventBridgeEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { analysesBinding } from '../../../analysis/composition.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { notifications } from '../../../notifications/capability.ts';
import { notifierServices, recoveryServices } from '../../../notifications/composition.ts';
import { CHANNEL_KINDS } from '../../../notifications/domain/channels/channel-kinds.ts';
import { handleBatch } from '../../../notifications/service/handle-batch.ts';
import { receiverLimiter } from '../../../notifications/service/receiver-limiter.ts';
import { serialQueue } from '../../../notifications/service/serial-queue.ts';
import { sweepDeliveries } from '../../../notifications/service/sweep-deliveries.ts';
import { endRound } from '../../../notifications/steps/end-round.ts';
import { resumePlans } from '../../../notifications/steps/resume-plans.ts';
import { lambdaFunction } from '../../../platform/http/lambda/lambda-function.ts';
import { RoundInput } from '../../../replay/domain/round-input.ts';
import { declared } from '../api-application.ts';
import { functionHost, type Ports } from '../function-host.ts';
import { stepsOf } from '../step-function.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: notifications, bindings: [suggestionsBinding] });

/** What runs its steps. */
export const steps = () => stepsOf({ capability: notifications, bindings: [suggestionsBinding] });

/** What is left of the time of an invocation when no attempt may begin any more: an exchange takes up to 15 s. */
const LAST_ATTEMPT_MS = 25_000;

/** Sends the messages of a batch; Lambda receives those that it names once more. */
export function notifier(ports: Ports<typeof notifications, 'notifier'>) {
  const host = functionHost({ ports, bindings: [suggestionsBinding] });
  const parts = {
    kinds: CHANNEL_KINDS,
    limiter: receiverLimiter(),
    mutex: serialQueue(),
    queue: host.world.queue,
    log: host.log,
    servicesOf: host.servicesOf(notifierServices),
  };
  return lambdaFunction<SQSEvent, SQSBatchResponse>(host, ({ Records }, context) =>
    handleBatch(Records, parts, AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - LAST_ATTEMPT_MS))),
  );
}

/**
 * Sweeps on a schedule, and ends the round of an execution that Step Functions gave up (its event carries the input).
 */
export function sweeper(ports: Ports<typeof notifications, 'sweeper'>) {
  const host = functionHost({ ports, bindings: [suggestionsBinding, analysesBinding] });
  const servicesOf = host.servicesOf(recoveryServices);
  const end = endRound(servicesOf);
  return lambdaFunction<Partial<EventBridgeEvent<string, { input: string; status: string }>>, undefined>(
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
}
