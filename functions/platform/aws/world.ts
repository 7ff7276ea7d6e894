import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { powertoolsLog } from '../log.ts';
import { languageModel } from '../model/language-model.ts';
import { egressPolicy } from '../outbound/egress/policy.ts';
import { outboundHttp } from '../outbound/http-client.ts';
import type { AwsConfig } from '../settings/config.ts';
import type { World } from '../world.ts';
import { s3Blobs } from './blobs.ts';
import { CLIENT_LIMITS, type ClientLimits, clientOptions } from './client-limits.ts';
import { kmsKeys } from './keys.ts';
import { sesMail } from './mail.ts';
import { sqsQueue } from './queue.ts';
import { dynamoTable } from './table.ts';
import { stepFunctionsWorkflows } from './workflows.ts';

/** The world on AWS: clients are made once per function instance and find region and credentials by themselves. */
export function awsWorld(config: AwsConfig, limits: ClientLimits = CLIENT_LIMITS): World {
  const log = powertoolsLog(config.logLevel);
  const options = clientOptions(limits);
  // By default this client sends to the host of the queue's url, past the endpoint that it was configured for.
  const sqs = new SQSClient({ ...options, useQueueUrlAsEndpoint: false });
  const deny = [...config.egress.deny, ownAddress(config)];
  const http = outboundHttp({ policy: egressPolicy({ ...config.egress, deny }), log });
  return {
    table: dynamoTable(new DynamoDBClient(options), config.tableName, Date.now),
    blobs: s3Blobs(new S3Client(options), config.bucketName, Date.now, {
      client: new S3Client(clientOptions({ ...limits, answerMs: limits.copyMs })),
      mostMs: limits.copyMs,
    }),
    queue: sqsQueue(sqs, config.queueUrl, config.deadLetterQueueUrl),
    workflows: stepFunctionsWorkflows(new SFNClient(options), config.stateMachineArns),
    http,
    model: config.ai && languageModel(config.ai, { http, log }),
    keys: kmsKeys(new KMSClient(options), config.channelKeyId),
    mail: sesMail(new SESv2Client(options), config.mailFrom),
    log,
    now: Date.now,
    newId: () => randomBytes(16).toString('hex'),
  };
}

/** Where people and builds find the service, as an entry of the egress lists: a replay of its own requests is nobody's wish (docs/egress.md). */
function ownAddress({ publicUrl }: Pick<AwsConfig, 'publicUrl'>): string {
  const { hostname, port, protocol } = new URL(publicUrl);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
