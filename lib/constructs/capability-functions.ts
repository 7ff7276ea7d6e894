import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { writeAddresses, writeSite } from '../../functions/composition/aws/write-bundled-files.ts';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import type { Capability } from '../../functions/platform/capability.ts';
import type { FunctionUses } from '../../functions/platform/function-uses.ts';
import { OPEN_API_PREFIX } from '../../functions/platform/http/families.ts';
import type { Config } from '../../functions/platform/settings/config.ts';
import { grantUses, type Stores } from './function-rights.ts';
import { usesProviders } from './login-providers.ts';
import { ServiceFunction, type ServiceFunctionProps, type ServiceFunctionSurroundings } from './service-function.ts';

export interface CapabilityFunctionsProps {
  readonly surroundings: ServiceFunctionSurroundings;
  readonly stores: Stores;
  readonly config: Config;
  /** Executions of the steps of replays that Lambda reserves; null: the account's. */
  readonly replayConcurrency: number | null;
  /** Variables of functions that people or recorders with keys call. */
  readonly adminEnvironment: Variables;
  /** Variables of functions that people log in by. */
  readonly providerEnvironment: Variables;
  /** Variables of functions that serve the Open API. */
  readonly openApiEnvironment: Variables;
  /** Variables of functions that ask a language model. */
  readonly modelEnvironment: Variables;
}

type Variables = Readonly<Record<`SVC_${string}`, string>>;

/** What a step function has of each; minutes stay below the TimeoutSeconds of its Tasks, so that a step ends before the machine gives it up. */
interface StepSettings {
  minutes: number;
  memorySize: number;
}

const STEPS: Readonly<Record<string, StepSettings>> = {
  // Up to 20 connections, each with an answer of up to 16 MiB.
  replay: { minutes: 15, memorySize: 3008 },
  findings: { minutes: 15, memorySize: 1024 },
  noise: { minutes: 15, memorySize: 1024 },
  analysis: { minutes: 15, memorySize: 1024 },
  notifications: { minutes: 1, memorySize: 512 },
  // Some steps read a whole replay.
  evaluation: { minutes: 15, memorySize: 2048 },
};

/** A function for the API of each capability and one for its steps, as their declarations say. */
export class CapabilityFunctions extends Construct {
  /** By the names of the capabilities. */
  readonly api: Readonly<Record<string, ServiceFunction>>;
  /** By the names of the steps, which are those of the placeholders in state-machines/*.asl.json. */
  readonly steps: Readonly<Record<string, ServiceFunction>>;
  /** Those that send requests to where others say. */
  readonly sending: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, props: CapabilityFunctionsProps) {
    super(scope, id);
    const { surroundings, stores, config } = props;
    const sending: ServiceFunction[] = [];
    const reserved = props.replayConcurrency === null ? {} : { reservedConcurrentExecutions: props.replayConcurrency };

    const made = (
      entryId: string,
      uses: FunctionUses,
      own: Pick<
        ServiceFunctionProps,
        'entry' | 'timeout' | 'memorySize' | 'writeFiles' | 'reservedConcurrentExecutions'
      >,
      variables: Variables = {},
    ): ServiceFunction => {
      const added = new ServiceFunction(this, entryId, {
        ...surroundings,
        ...own,
        environment: {
          ...surroundings.environment,
          ...variables,
          ...(uses.http === 'providers' && props.providerEnvironment),
          ...(uses.model && props.modelEnvironment),
        },
        reach: reachOf(uses, config),
      });
      grantUses(added, uses, stores);
      if (uses.http || uses.model) sending.push(added);
      return added;
    };

    this.api = Object.fromEntries(
      CAPABILITIES.map((capability) => {
        const { name, uses, pages, streams } = capability;
        const own = {
          entry: `${name}/api`,
          timeout: streams ? Duration.minutes(15) : Duration.seconds(29),
          memorySize: 1024,
          writeFiles: pages.length > 0 ? (folder: string) => writeFiles(folder, name, config) : undefined,
        };
        return [
          name,
          made(idOf(name, 'Api'), uses.api, own, {
            ...(readsCredentials(capability) && props.adminEnvironment),
            ...(servesOpenApi(capability) && props.openApiEnvironment),
          }),
        ];
      }),
    );
    this.steps = Object.fromEntries(
      CAPABILITIES.flatMap(({ name, uses, stepNames }) => {
        if (uses.steps === undefined) return [];
        const settings = STEPS[name];
        if (settings === undefined) throw new Error(`nothing is said of the steps of ${name}`);
        const { minutes, ...own } = { ...settings, ...(name === 'replay' && reserved) };
        const entry = `${name}/steps`;
        const step = made(idOf(name, 'Steps'), uses.steps, { ...own, entry, timeout: Duration.minutes(minutes) });
        return stepNames.map((stepName) => [stepName, step]);
      }),
    );
    this.sending = sending;
  }
}

/** Pages know the addresses of all pages; the console has the files that they name, and the OpenAPI document. */
function writeFiles(folder: string, name: string, config: Config): void {
  writeAddresses(folder);
  if (name === 'console') writeSite(folder, config);
}

function reachOf({ http, model }: FunctionUses, config: Pick<Config, 'oauth'>): ServiceFunctionProps['reach'] {
  // The model may be one of the deployment's own.
  if (http === 'targets' || model) return 'toTargets';
  return http === 'receivers' || (http === 'providers' && usesProviders(config)) ? 'toReceivers' : 'inside';
}

/** The Open API asks for no credential (spec 5). */
const readsCredentials = ({ endpoints, pages }: Capability): boolean =>
  [...endpoints, ...pages].some(({ scope }) => scope !== null);

const servesOpenApi = ({ endpoints }: Capability): boolean =>
  endpoints.some(({ path }) => path.startsWith(OPEN_API_PREFIX));

const idOf = (name: string, kind: 'Api' | 'Steps') => `${name.charAt(0).toUpperCase()}${name.slice(1)}${kind}`;
