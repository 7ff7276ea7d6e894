import type { FauxqsServer } from 'fauxqs';
import type { Deployed } from '../template-values.ts';
import { type AwsAnswer, type AwsCall, AwsError, jsonAnswer, jsonOf } from './aws-call.ts';
import { forwarded } from './forward.ts';
import type { Surroundings } from './surroundings.ts';

interface StoredQueue {
  arn: string;
  key: string | undefined;
  emulated: { queueUrl: string; queueArn: string; queueName: string };
}

/** What KMS is asked for in the name of the caller. */
const KEY_ACTIONS: Readonly<Record<string, readonly ('kms:Decrypt' | 'kms:GenerateDataKey')[]>> = {
  SendMessage: ['kms:GenerateDataKey', 'kms:Decrypt'],
  ReceiveMessage: ['kms:Decrypt'],
};

/** The queues of the template in the emulator, behind the policies of the callers. */
export function sqs({ values, policies }: Surroundings, emulator: FauxqsServer) {
  const byUrl = new Map<string, StoredQueue>();
  const emulatedArns = new Map<string, string>();
  const queues = values.ofType('AWS::SQS::Queue');
  // A queue names its dead-letter queue, which has none itself.
  for (const queue of queues.toSorted((a, b) => redrives(a) - redrives(b))) {
    const arn = values.arnOf(queue.name);
    const { VisibilityTimeout, RedrivePolicy, KmsMasterKeyId } = queue.properties;
    const emulated = emulator.createQueue(queue.name, {
      attributes: {
        ...(VisibilityTimeout !== undefined && { VisibilityTimeout: String(VisibilityTimeout) }),
        ...(RedrivePolicy && {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: emulatedArns.get(RedrivePolicy.deadLetterTargetArn),
            maxReceiveCount: RedrivePolicy.maxReceiveCount,
          }),
        }),
      },
    });
    emulatedArns.set(arn, emulated.queueArn);
    byUrl.set(values.reference(queue.name), { arn, key: KmsMasterKeyId, emulated });
  }

  const queueAt = (url: string): StoredQueue => {
    const found = byUrl.get(url);
    if (found === undefined) throw new AwsError('QueueDoesNotExist');
    return found;
  };

  function hold(caller: string, operation: string, { arn, key }: StoredQueue): void {
    policies.hold(caller, { action: `sqs:${operation}`, resource: arn });
    if (key !== undefined)
      for (const action of KEY_ACTIONS[operation] ?? []) policies.holdKey(caller, action, key, 'sqs');
  }

  return {
    /** Messages of a queue: ready, delayed and received. */
    messagesOf: (url: string) => emulator.inspectQueue(queueAt(url).emulated.queueName)?.messages,
    async answer(call: AwsCall): Promise<AwsAnswer> {
      const input = jsonOf(call);
      const queue = queueAt(input.QueueUrl);
      hold(call.caller, call.operation, queue);
      const body = JSON.stringify({ ...input, QueueUrl: queue.emulated.queueUrl });
      const answered = await forwarded(call, emulator.address, { body });
      const output = JSON.parse(answered.body.toString() || '{}');
      if (output.Attributes?.QueueArn !== undefined) output.Attributes.QueueArn = queue.arn;
      return { ...jsonAnswer(output), status: answered.status };
    },
  };
}

const redrives = ({ properties }: Deployed) => (properties.RedrivePolicy === undefined ? 0 : 1);
