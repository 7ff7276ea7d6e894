import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { checkDelay } from '../queue-delay.ts';
import type { Json, Queue } from '../world.ts';

/** The Queue port on SQS; the redrive policy of the queue makes a dead letter of what was delivered 5 times. */
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

    async bury({ receipt, body }) {
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
