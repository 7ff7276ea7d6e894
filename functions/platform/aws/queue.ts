import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { checkDelay } from '../queue-delay.ts';
import type { AwsConfig } from '../settings/config.ts';
import type { Json, Queue } from '../world.ts';
import { type ClientLimits, clientOptions } from './client-limits.ts';

/** The queues of a deployment. */
export function deployedQueue(
  { queueUrl, deadLetterQueueUrl }: Pick<AwsConfig, 'queueUrl' | 'deadLetterQueueUrl'>,
  limits: ClientLimits,
): Queue {
  // By default this client sends to the host of the queue's url, past the endpoint that it was configured for.
  const client = new SQSClient({ ...clientOptions(limits), useQueueUrlAsEndpoint: false });
  return sqsQueue(client, queueUrl, deadLetterQueueUrl);
}

/** The Queue port on SQS; the queue's redrive policy dead-letters a message after 5 deliveries. */
export function sqsQueue(client: SQSClient, queueUrl: string, deadLetterQueueUrl: string): Queue {
  const deadLetterQueue = async () => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: deadLetterQueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'QueueArn'],
      }),
    );
    return { arn: Attributes?.QueueArn, count: Number(Attributes?.ApproximateNumberOfMessages ?? 0) };
  };

  return {
    async send(body, { delaySeconds } = {}) {
      checkDelay(delaySeconds);
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(body), DelaySeconds: delaySeconds }),
      );
    },

    async receive({ visibilitySeconds }) {
      const { Messages } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: visibilitySeconds,
          MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        }),
      );
      return (Messages ?? []).map(({ ReceiptHandle, Body, Attributes }) => ({
        receipt: ReceiptHandle ?? '',
        // Only `send` writes to this queue.
        body: JSON.parse(Body ?? 'null') as Json,
        receiveCount: Number(Attributes?.ApproximateReceiveCount ?? 1),
      }));
    },

    async acknowledge(receipt) {
      await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }));
    },

    async deadLetter({ receipt, body }) {
      await client.send(new SendMessageCommand({ QueueUrl: deadLetterQueueUrl, MessageBody: JSON.stringify(body) }));
      await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }));
    },

    deadLetters: async () => (await deadLetterQueue()).count,

    async redrive() {
      const { arn, count } = await deadLetterQueue();
      if (count > 0) await client.send(new StartMessageMoveTaskCommand({ SourceArn: arn }));
      return count;
    },
  };
}
