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
import { acknowledge } from './acknowledge.ts';
import { type ApiTarget, apiDescription } from './api-description.ts';
import { RunbookAlarm } from './runbook-alarm.ts';
import { ServiceLogGroup } from './service-log-group.ts';

/** The stage, which is not part of the paths that the functions see. */
const STAGE = 'live';

/** A trigger starts a replay; people and builds need few of them. */
const TRIGGERS = '/openapi/v1/replay-triggers/POST';

/** Settings of one method replace the stage's, so both name these. Bodies, headers and queries are in no log. */
const OBSERVED = { metricsEnabled: true, loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };

export interface PrivateApiProps {
  readonly key: IKey;
  /** The only VPC endpoint that may reach the API. */
  readonly vpcEndpoint: IVpcEndpoint;
  readonly targets: readonly (Pick<ApiTarget, 'endpoints' | 'fallbacks' | 'streams'> & {
    readonly function: IFunction;
  })[];
}

/** The service's HTTP API: private, behind one VPC endpoint, and closed to every other caller. */
export class PrivateApi extends Construct {
  readonly api: SpecRestApi;

  constructor(scope: Construct, id: string, { key, vpcEndpoint, targets }: PrivateApiProps) {
    super(scope, id);
    const { stackName, partition, region } = Stack.of(this);
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
        ),
        // In the description and not beside it: a change of the policy takes effect with a new deployment only.
        'x-amazon-apigateway-policy': onlyThrough(vpcEndpoint),
      }),
      endpointConfiguration: { types: [EndpointType.PRIVATE], vpcEndpoints: [vpcEndpoint] },
      failOnWarnings: true,
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: STAGE,
        tracingEnabled: true,
        throttlingRateLimit: 200,
        throttlingBurstLimit: 400,
        methodOptions: { [TRIGGERS]: { ...OBSERVED, throttlingRateLimit: 20, throttlingBurstLimit: 40 } },
        ...OBSERVED,
        accessLogDestination: new LogGroupLogDestination(new ServiceLogGroup(this, 'AccessLogs', key)),
        accessLogFormat: AccessLogFormat.custom(ACCESS_LOG),
      },
    });
    const api = this.api.node.defaultChild;
    if (api instanceof CfnRestApi) api.securityPolicy = 'TLS_1_2';

    for (const target of targets) {
      target.function.addPermission(`Invoke${this.node.id}`, {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.api.arnForExecuteApi('*', '/*', STAGE),
      });
    }

    acknowledge(this.api, {
      'AwsSolutions-APIG2':
        'The functions check every request themselves: refusals have the words and the order of the specification.',
      'AwsSolutions-APIG3':
        'Nothing outside the network of its owner reaches the API; the stage throttles those inside.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The account setting of API Gateway asks for exactly this policy.',
    });

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

/** Allows calls, and denies all that come another way than through the VPC endpoint. */
function onlyThrough({ vpcEndpointId }: IVpcEndpoint) {
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
