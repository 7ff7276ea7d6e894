import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IVpcEndpoint } from 'aws-cdk-lib/aws-ec2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ADDRESS_VARIABLE } from '../../../functions/platform/settings/address-variable.ts';
import type { DeploymentSettings } from '../../deployment-settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { RunbookAlarm } from '../observability/runbook-alarm.ts';
import { ServiceLogGroup } from '../observability/service-log-group.ts';
import { type ApiTarget, apiDescription } from './api-description.ts';

/** The stage, which is not part of the paths that the functions see. */
export const STAGE = 'live';

/** A trigger starts a replay; people and builds need few of them. */
const TRIGGERS = { method: 'POST', path: '/openapi/v1/replay-triggers' } as const;

/**
 * What an account may send to API Gateway by default. Builds under test, agents and recorders call as fast as their
 * requests arrive: a limit below would answer them in the name of a downstream service.
 */
const STAGE_LIMITS = { throttlingRateLimit: 10_000, throttlingBurstLimit: 5_000 };

/**
 * Settings of one method replace the stage's, so both name these. Bodies, headers and queries are in no log. The
 * metrics of the API cost nothing; those of each method would be billed one by one.
 */
const OBSERVED = { metricsEnabled: false, dataTraceEnabled: false };

export interface PrivateApiProps {
  readonly key: IKey;
  readonly logs: DeploymentSettings['apiLogs'];
  /** The address that links begin with, which the stage passes to the functions with each request. */
  readonly publicUrl: string;
  /** The only VPC endpoint that may reach the API. */
  readonly vpcEndpoint: IVpcEndpoint;
  readonly targets: readonly (Pick<ApiTarget, 'endpoints' | 'fallbacks' | 'streams'> & {
    readonly function: IFunction;
  })[];
}

/** The service's HTTP API: private, behind one VPC endpoint, and closed to every other caller. */
export class PrivateApi extends Construct {
  readonly api: SpecRestApi;

  constructor(scope: Construct, id: string, { key, logs, publicUrl, vpcEndpoint, targets }: PrivateApiProps) {
    super(scope, id);
    const { stackName, partition, region } = Stack.of(this);
    const hasLogs = logs !== 'off';
    const observed = { ...OBSERVED, loggingLevel: hasLogs ? MethodLoggingLevel.ERROR : MethodLoggingLevel.OFF };
    const uriOf = ({ functionArn }: IFunction, streams = false) => {
      const invocation = streams
        ? `2021-11-15/functions/${functionArn}/response-streaming-invocations`
        : `2015-03-31/functions/${functionArn}/invocations`;
      return `arn:${partition}:apigateway:${region}:lambda:path/${invocation}`;
    };

    this.api = new SpecRestApi(this, 'Api', {
      restApiName: stackName,
      apiDefinition: ApiDefinition.fromInline({
        ...apiDescription(
          stackName,
          targets.map((target) => ({ ...target, uri: uriOf(target.function, target.streams) })),
          [TRIGGERS],
        ),
        // In the description and not beside it: a change of the policy takes effect with a new deployment only.
        'x-amazon-apigateway-policy': onlyThrough(vpcEndpoint),
      }),
      endpointConfiguration: { types: [EndpointType.PRIVATE], vpcEndpoints: [vpcEndpoint] },
      failOnWarnings: true,
      ...(logs === 'accountRole'
        ? { cloudWatchRole: true, cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }
        : { cloudWatchRole: false }),
      deployOptions: {
        stageName: STAGE,
        variables: { [ADDRESS_VARIABLE]: publicUrl },
        tracingEnabled: true,
        ...STAGE_LIMITS,
        methodOptions: {
          [`${TRIGGERS.path}/${TRIGGERS.method}`]: { ...observed, throttlingRateLimit: 20, throttlingBurstLimit: 40 },
        },
        ...observed,
        ...(hasLogs && {
          accessLogDestination: new LogGroupLogDestination(
            new ServiceLogGroup(this, 'AccessLogs', { encryptionKey: key, kind: 'access' }),
          ),
          accessLogFormat: AccessLogFormat.custom(ACCESS_LOG),
        }),
      },
    });
    // The stack's outputs name the addresses that reach a private API; this one does only with private DNS.
    this.api.node.tryRemoveChild('Endpoint');
    const api = this.api.node.defaultChild;
    if (api instanceof CfnRestApi) api.securityPolicy = 'TLS_1_2';

    for (const target of targets) {
      target.function.addPermission(`Invoke${this.node.id}`, {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.api.arnForExecuteApi('*', '/*', STAGE),
      });
    }

    if (!hasLogs) acknowledge(this.api, WITHOUT_LOGS);
    acknowledge(this.api, {
      'AwsSolutions-APIG2':
        'The functions check every request themselves: refusals have the words and the order of the specification.',
      'AwsSolutions-APIG3':
        'Nothing outside the network of its owner reaches the API; the stage throttles those inside.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The account setting of API Gateway asks for exactly this policy.',
    });
    this.alarms();
  }

  /** Alarms about server errors and slow answers. */
  private alarms(): void {
    const period = Duration.minutes(5);
    const failed: IMetric = new MathExpression({
      expression: 'IF(requests >= 20, 100 * faults / requests, 0)',
      usingMetrics: {
        faults: this.api.metricServerError({ period, statistic: 'Sum' }),
        requests: this.api.metricCount({ period, statistic: 'Sum' }),
      },
      period,
    });
    new RunbookAlarm(this, 'Failing', {
      metric: failed,
      summary: 'More than 0.5 % of the API responses were server errors.',
      runbook: 'api-failing',
      above: 0.5,
    });
    new RunbookAlarm(this, 'Slow', {
      metric: this.api.metricLatency({ period, statistic: 'p99' }),
      summary: '1 % of the API responses took longer than five seconds.',
      runbook: 'api-slow',
      above: 5000,
      periods: 3,
    });
  }
}

const NO_LOGS =
  'Logs need a role that all stacks of the account and region share, which the context "apiLogs" decides about; the functions log every refusal.';
const WITHOUT_LOGS = { 'AwsSolutions-APIG1': NO_LOGS, 'AwsSolutions-APIG6': NO_LOGS };

/** Allows calls, and denies all that come another way than through the VPC endpoint. */
export function onlyThrough({ vpcEndpointId }: IVpcEndpoint) {
  const everyCall = { Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' };
  return {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', ...everyCall },
      { Effect: 'Deny', ...everyCall, Condition: { StringNotEquals: { 'aws:SourceVpce': vpcEndpointId } } },
    ],
  };
}

/** Who called which route and how it went; never the path's values, the query or a header. */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  sourceIp: '$context.identity.sourceIp',
  vpceId: '$context.identity.vpceId',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  latency: '$context.responseLatency',
  length: '$context.responseLength',
  traceId: '$context.xrayTraceId',
});
