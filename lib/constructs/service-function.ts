import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, type Duration } from 'aws-cdk-lib';
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
import type { WriteBundle } from '../bundle.ts';
import { acknowledge } from './acknowledge.ts';
import type { Network } from './network.ts';
import { ServiceLogGroup } from './observability/service-log-group.ts';
import { grantSealing } from './service-key.ts';

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
  readonly writeBundle: WriteBundle;
}

export interface ServiceFunctionProps extends ServiceFunctionSurroundings {
  /** The name of the function (functions/composition/aws/function-entries.ts). */
  readonly entry: string;
  readonly timeout: Duration;
  readonly memorySize: number;
  /**
   * `inside` calls AWS only, `toTargets` the instances under test as well, `toReceivers` webhooks, bots and providers
   * of logins.
   */
  readonly reach: 'inside' | 'toTargets' | 'toReceivers';
  /** Writes the files that lie beside the bundle. */
  readonly writeFiles?: ((folder: string) => void) | undefined;
  /** Max executions at a time; the account's pool by default. */
  readonly reservedConcurrentExecutions?: number;
}

/** One Lambda function with its own role, log group and trace. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { network, key, environment, entry, reach, writeBundle, writeFiles, ...settings } = props;
    const group: SecurityGroup = network[reach];
    this.logGroup = new ServiceLogGroup(this, 'Logs', { encryptionKey: key, kind: 'function' });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(this.role);
    this.role.addToPolicy(new PolicyStatement({ actions: NETWORK_INTERFACES, resources: ['*'] }));

    this.function = new LambdaFunction(this, 'Function', {
      ...settings,
      code: codeOf(entry, (folder) => {
        // Beside the assets of cdk.out, for `esbuild --analyze` and the tests: it is not deployed.
        writeFileSync(`${folder}.meta.json`, JSON.stringify(writeBundle(entry, folder)));
        writeFiles?.(folder);
      }),
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
    // Rows, blobs, and the variables of the function.
    grantSealing(this.role, key, ['dynamodb', 's3', 'lambda']);
    acknowledge(this, {
      'AwsSolutions-IAM5[Resource::*]':
        'Network interfaces of a VPC function and X-Ray segments have no resource ARN to name.',
    });
  }
}

/** The code of an entry, written when the stack is synthesized. */
const codeOf = (entry: string, writeFiles: (folder: string) => void) =>
  Code.fromAsset(FUNCTIONS, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: Runtime.NODEJS_24_X.bundlingImage,
      // Nothing runs it. It distinguishes this bundle from the others of the folder.
      command: [entry],
      local: {
        tryBundle(folder) {
          writeFiles(folder);
          return true;
        },
      },
    },
  });
