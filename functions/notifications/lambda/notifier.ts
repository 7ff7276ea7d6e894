import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { functionHost } from '../../composition/aws/function-host.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { http } from '../../platform/aws/ports/http.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { mail } from '../../platform/aws/ports/mail.ts';
import { queue } from '../../platform/aws/ports/queue.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import type { PortsOf } from '../../platform/function-uses.ts';
import { lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';
import { CHANNEL_KINDS } from '../domain/channels/channel-kinds.ts';
import { handleBatch } from '../service/handle-batch.ts';
import { receiverLimiter } from '../service/receiver-limiter.ts';
import { serialQueue } from '../service/serial-queue.ts';
import { notifierServices } from '../services.ts';

/** What is left of the time of an invocation when no attempt may begin any more: an exchange takes up to 15 s. */
const LAST_ATTEMPT_MS = 25_000;

import type { NOTIFIER_USES } from './uses.ts';

const host = functionHost<PortsOf<typeof NOTIFIER_USES>>({
  ports: { table, blobs, http, keys, mail, queue, workflows },
  bindings: [suggestionsBinding],
});
const notifier = {
  kinds: CHANNEL_KINDS,
  limiter: receiverLimiter(),
  mutex: serialQueue(),
  queue: host.world.queue,
  log: host.log,
  servicesOf: host.servicesOf(notifierServices),
};

/** Sends the messages of a batch; Lambda receives those that it names once more. */
export const handler = lambdaFunction<SQSEvent, SQSBatchResponse>(host, ({ Records }, context) =>
  handleBatch(
    Records,
    notifier,
    AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - LAST_ATTEMPT_MS)),
  ),
);
