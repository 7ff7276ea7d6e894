import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { isLike } from '../rights/policy-simulator.ts';
import type { ExecutionEvent } from './aws/states.ts';
import type { Functions } from './lambda/functions.ts';
import type { Policies } from './policies.ts';
import { REGION, type TemplateValues } from './template-values.ts';

export interface EventsOptions {
  values: TemplateValues;
  policies: Policies;
  functions: Functions;
  endpoint: string;
}

const IDLE_MS = 50;

/** What invokes functions without a caller: schedules, events of executions, and the queue. */
export function events({ values, policies, functions, endpoint }: EventsOptions) {
  const rules = values.ofType('AWS::Events::Rule');
  const schedules = values.ofType('AWS::Scheduler::Schedule');
  const permissions = values.ofType('AWS::Lambda::Permission');

  /** Lambda asks its resource policy: who may invoke the function, and for which source. */
  function holdPermission(functionArn: string, principal: string, source: string): void {
    const mayInvoke = permissions.some(
      ({ properties: { FunctionName, Principal, SourceArn } }) =>
        FunctionName === functionArn && Principal === principal && isLike(SourceArn, source),
    );
    if (!mayInvoke) throw new Error(`${principal} may not invoke ${functionArn} for ${source}`);
  }

  async function fireRule(name: string, input: unknown): Promise<void> {
    const rule = rules.find((one) => one.name === name);
    for (const { Arn, Input } of rule?.properties.Targets ?? []) {
      holdPermission(Arn, 'events.amazonaws.com', values.arnOf(name));
      await functions.invoke(Arn, Input ?? JSON.stringify(input));
    }
  }

  return {
    holdPermission,
    /** Lets every schedule be due once: rules by rate, and schedules of the Scheduler. `what` begins their names. */
    async tick(what: string): Promise<void> {
      const due = rules.filter(({ name, properties }) => name.startsWith(what) && properties.ScheduleExpression);
      const scheduled = schedules.filter(({ name }) => name.startsWith(what));
      if (due.length + scheduled.length === 0) throw new Error(`the template has no schedule ${what}`);
      for (const { name } of due) await fireRule(name, {});
      for (const { name, properties } of scheduled) {
        const { Arn, Input } = properties.Target;
        policies.hold(name, { action: 'lambda:InvokeFunction', resource: Arn });
        await functions.invoke(Arn, Input);
      }
    },

    async executionFailed(event: ExecutionEvent): Promise<void> {
      const detail = { ...event, executionArn: `${event.stateMachineArn}:${event.name}` };
      const matching = rules.filter(
        ({ properties: { EventPattern: pattern } }) =>
          pattern?.detail.stateMachineArn.includes(detail.stateMachineArn) &&
          pattern.detail.status.includes(detail.status),
      );
      for (const { name } of matching)
        await fireRule(name, { source: 'aws.states', 'detail-type': 'Step Functions Execution Status Change', detail });
    },

    /** Receives messages for the functions that the template maps queues to, until the signal. */
    poll: (signal: AbortSignal): Promise<unknown> =>
      Promise.all(
        values.ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) =>
          pollQueue({
            name: properties.FunctionName,
            functionArn: values.arnOf(properties.FunctionName),
            queueArn: properties.EventSourceArn,
            queueUrl: queueUrlOf(values, properties.EventSourceArn),
            batchSize: properties.BatchSize,
            functions,
            endpoint,
            signal,
          }),
        ),
      ),
  };
}

function queueUrlOf(values: TemplateValues, arn: string): string {
  const queue = values.ofType('AWS::SQS::Queue').find(({ name }) => values.arnOf(name) === arn);
  if (queue === undefined) throw new Error(`the template has no queue ${arn}`);
  return values.reference(queue.name);
}

interface Mapping {
  name: string;
  functionArn: string;
  queueArn: string;
  queueUrl: string;
  batchSize: number;
  functions: Functions;
  endpoint: string;
  signal: AbortSignal;
}

/** Lambda receives in the name of the function, deletes what it handled, and leaves the rest to be received again. */
async function pollQueue(mapping: Mapping): Promise<void> {
  const { name, queueUrl, batchSize, endpoint, signal, functions, functionArn } = mapping;
  const client = new SQSClient({
    endpoint,
    region: REGION,
    useQueueUrlAsEndpoint: false,
    credentials: { accessKeyId: name, secretAccessKey: 'secret' },
  });
  while (!signal.aborted) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: batchSize,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      continue;
    }
    const event = { Records: Messages.map((message) => recordOf(message, mapping)) };
    // What fails as a whole is received again after its visibility timeout.
    const answer = await functions.invoke(functionArn, JSON.stringify(event)).catch(() => null);
    const failed: string[] =
      answer === null
        ? Messages.map(({ MessageId }) => String(MessageId))
        : (JSON.parse(String(answer))?.batchItemFailures ?? []).map(
            ({ itemIdentifier }: { itemIdentifier: string }) => itemIdentifier,
          );
    for (const { MessageId, ReceiptHandle } of Messages)
      if (!failed.includes(String(MessageId)))
        await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
  }
  client.destroy();
}

const recordOf = ({ MessageId, ReceiptHandle, Body, Attributes }: Message, { queueArn }: Mapping) => ({
  messageId: MessageId,
  receiptHandle: ReceiptHandle,
  body: Body,
  attributes: Attributes,
  messageAttributes: {},
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: REGION,
});
