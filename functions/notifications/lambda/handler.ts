import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { awsWorld } from '../../platform/aws/world.ts';
import { servicesFor } from '../../platform/http/services.ts';
import { awsConfig } from '../../platform/settings/config.ts';
import { CHANNEL_KINDS } from '../domain/channels/channel-kinds.ts';
import { handleBatch } from '../service/handle-batch.ts';
import { oneByOne } from '../service/one-by-one.ts';
import { receiverTurns } from '../service/receiver-turns.ts';

const config = awsConfig(process.env);
const { queue, log, ...world } = awsWorld(config);
const servicesOf = servicesFor({ ...world, queue, log }, config);
const host = { kinds: CHANNEL_KINDS, turns: receiverTurns(), inTurn: oneByOne(), queue, log, servicesOf };

/** What is left of a Lambda's time when no attempt may begin any more: an exchange takes up to 15 s. */
const LAST_ATTEMPT_MS = 25_000;

export const handler = middy<SQSEvent, SQSBatchResponse>().handler(({ Records }, context) =>
  handleBatch(Records, host, AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - LAST_ATTEMPT_MS))),
);
