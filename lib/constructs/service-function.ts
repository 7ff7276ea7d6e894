import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Duration } from 'aws-cdk-lib';
import type { SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  ApplicationLogLevel,
  Architecture,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { AWS_VARIABLES } from '../../functions/platform/settings/config.ts';
import { acknowledge } from './acknowledge.ts';
import type { Network } from './network.ts';
import { RunbookAlarm } from './runbook-alarm.ts';
import { ServiceLogGroup } from './service-log-group.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

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
export type ServiceEnvironment = Record<(typeof AWS_VARIABLES)[number], string> & Record<`SVC_${string}`, string>;

/** What every function of the service is given. */
export interface ServiceFunctionSurroundings {
  readonly network: Network;
  readonly key: IKey;
  readonly environment: ServiceEnvironment;
}

export interface ServiceFunctionProps extends ServiceFunctionSurroundings {
  /** Repository path of the file, and the name that it exports. */
  readonly entry: string;
  readonly handler: string;
  readonly timeout: Duration;
  readonly memorySize: number;
  /** `inside` calls AWS only, `toTargets` the instances under test as well, `toReceivers` webhooks, bots and providers of logins. */
  readonly reach: 'inside' | 'toTargets' | 'toReceivers';
  /** Repository path of a folder that lies beside the code, under its own name. */
  readonly files?: string;
  /** Most executions at a time; the account's pool unless told. */
  readonly reservedConcurrentExecutions?: number;
}

/** One Lambda function with a role, a log group, a trace and alarms of its own. */
export class ServiceFunction extends Construct {
  readonly function: NodejsFunction;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { network, key, environment, entry, reach, files, ...settings } = props;
    const group: SecurityGroup = network[reach];
    this.logGroup = new ServiceLogGroup(this, 'Logs', key);
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(this.role);
    this.role.addToPolicy(new PolicyStatement({ actions: NETWORK_INTERFACES, resources: ['*'] }));

    this.function = new NodejsFunction(this, 'Function', {
      ...settings,
      entry: join(ROOT, entry),
      projectRoot: ROOT,
      depsLockFilePath: join(ROOT, 'package-lock.json'),
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
      awsSdkConnectionReuse: false,
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        minify: true,
        keepNames: true,
        bundleAwsSDK: true,
        esbuildArgs: { '--conditions': 'module' },
        ...(files !== undefined && { commandHooks: beside(files) }),
        // Bundled CommonJS packages still ask for `require`.
        banner: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
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

/** Copies a folder to where the bundle lies. */
const beside = (files: string) => ({
  beforeBundling: () => [],
  beforeInstall: () => [],
  afterBundling: (from: string, to: string) => [`cp -r "${from}/${files}" "${to}/"`],
});
