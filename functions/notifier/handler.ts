import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { awsWorld } from '../aws/world.ts';
import { awsConfig } from '../config.ts';
import { CHANNEL_KINDS } from '../domain/notify/channel-kinds.ts';
import { servicesFor } from '../http/services.ts';
import type { Json } from '../world.ts';
import { handleMessage } from './handle-message.ts';
import { oneByOne } from './one-by-one.ts';
import { receiverTurns } from './receiver-turns.ts';

const config = awsConfig(process.env);
const world = awsWorld(config);
const servicesOf = servicesFor(world, config);
const turns = receiverTurns();
const inTurn = oneByOne();

/** What is left of a Lambda's time when no attempt may begin any more: an exchange takes up to 15 s. */
const LAST_ATTEMPT_MS = 25_000;

/** Handles a batch of the queue side by side; the messages that it names come again, the others are removed by Lambda. */
export const handler = middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }, context) => {
  const signal = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - LAST_ATTEMPT_MS));
  const acknowledged = new Set<string>();
  const queue = {
    acknowledge: async (receipt: string) => void acknowledged.add(receipt),
    bury: async (message: Parameters<typeof world.queue.bury>[0]) => {
      await world.queue.bury(message);
      acknowledged.add(message.receipt);
    },
  };
  const host = { kinds: CHANNEL_KINDS, turns, inTurn, queue, log: world.log, servicesOf };
  await Promise.all(Records.map((record) => handleMessage(messageOf(record), host, signal)));
  return {
    batchItemFailures: Records.filter(({ receiptHandle }) => !acknowledged.has(receiptHandle)).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
});

/** What is no JSON is handed on as the text that it is: nobody can read it, and it is kept as a dead letter. */
function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json; // JSON.parse gives nothing else
  } catch {
    return body;
  }
}

const messageOf = ({ receiptHandle, body, attributes }: SQSRecord) => ({
  receipt: receiptHandle,
  body: parsed(body),
  receiveCount: Number(attributes.ApproximateReceiveCount),
});
