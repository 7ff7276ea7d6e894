import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, Duration } from 'aws-cdk-lib';
import type { SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { AWS_VARIABLES } from '../../functions/platform/settings/config.ts';
import { bundle } from '../bundle.ts';
import { acknowledge } from './acknowledge.ts';
import type { Network } from './network.ts';
import { RunbookAlarm } from './runbook-alarm.ts';
import { ServiceLogGroup } from './service-log-group.ts';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

/** What Lambda does in the function's name to put it into the VPC. */
const NETWORK_INTERFACES = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/** What Lambda lets through of what SVC_LOG_LEVEL lets a function write; SILENT writes nothing itself. */
const LEVELS: Readonly<Record<string, ApplicationLogLevel>> = {
  DEBUG: ApplicationLogLevel.DEBUG,
  INFO: ApplicationLogLevel.INFO,
  WARN: ApplicationLogLevel.WARN,
  ERROR: ApplicationLogLevel.ERROR,
  SILENT: ApplicationLogLevel.FATAL,
};

/** The variables that the functions cannot start without, and the settings of interface 1 that were given. */
type ServiceEnvironment = Record<(typeof AWS_VARIABLES)[number], string> & Record<`SVC_${string}`, string>;

/** What every function of the service is given. */
export interface ServiceFunctionSurroundings {
  readonly network: Network;
  readonly key: IKey;
  readonly environment: ServiceEnvironment;
}

export interface ServiceFunctionProps extends ServiceFunctionSurroundings {
  /** The name of the function (functions/composition/aws/function-entries.ts). */
  readonly entry: string;
  readonly timeout: Duration;
  readonly memorySize: number;
  /** `inside` calls AWS only, `toTargets` the instances under test as well, `toReceivers` webhooks, bots and providers of logins. */
  readonly reach: 'inside' | 'toTargets' | 'toReceivers';
  /** Writes the files that lie beside the bundle. */
  readonly writeFiles?: ((folder: string) => void) | undefined;
  /** Max executions at a time; the account's pool by default. */
  readonly reservedConcurrentExecutions?: number;
}

/** One Lambda function with a role, a log group, a trace and alarms of its own. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { network, key, environment, entry, reach, writeFiles, ...settings } = props;
    const group: SecurityGroup = network[reach];
    this.logGroup = new ServiceLogGroup(this, 'Logs', { encryptionKey: key });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(this.role);
    this.role.addToPolicy(new PolicyStatement({ actions: NETWORK_INTERFACES, resources: ['*'] }));

    this.function = new LambdaFunction(this, 'Function', {
      ...settings,
      code: codeOf(entry, writeFiles),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      role: this.role,
      environment,
      environmentEncryption: key,
      vpc: network.vpc,
      vpcSubnets: network.subnets,
      securityGroups: [group],
      tracing: Tracing.ACTIVE,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: LEVELS[environment.SVC_LOG_LEVEL ?? 'INFO'] ?? ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
    });
    key.grant(this.function, 'kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:DescribeKey');
    acknowledge(this, {
      'AwsSolutions-IAM5[Resource::*]':
        'Network interfaces of a VPC function and X-Ray segments have no resource ARN to name.',
    });

    new RunbookAlarm(this, 'Throttled', {
      metric: this.function.metricThrottles({ period: Duration.minutes(5) }),
      summary: `${id} was throttled.`,
      runbook: 'function-throttled',
    });
    new RunbookAlarm(this, 'Failing', {
      metric: this.function.metricErrors({ period: Duration.minutes(5) }),
      summary: `${id} ended with an error.`,
      runbook: 'function-failing',
    });
  }
}

/** The bundle of an entry, made when the stack is synthesized. */
const codeOf = (entry: string, writeFiles?: (folder: string) => void) =>
  Code.fromAsset(FUNCTIONS, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: Runtime.NODEJS_24_X.bundlingImage,
      // It runs nothing, and tells this bundle from the others of the folder.
      command: [entry],
      local: {
        tryBundle(folder) {
          // Beside the assets of cdk.out, for `esbuild --analyze` and the tests: it is not deployed.
          writeFileSync(`${folder}.meta.json`, JSON.stringify(bundle(entry, folder)));
          writeFiles?.(folder);
          return true;
        },
      },
    },
  });
