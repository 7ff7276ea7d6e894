import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { writeAddresses, writeSite } from '../../functions/composition/aws/write-bundled-files.ts';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import type { Capability } from '../../functions/platform/capability.ts';
import type { FunctionUses } from '../../functions/platform/function-uses.ts';
import { OPEN_API_PREFIX } from '../../functions/platform/http/families.ts';
import type { SynthesisConfig } from '../deployment-settings.ts';
import { grantUses, type Stores } from './function-rights.ts';
import { usesProviders } from './login-providers.ts';
import { ServiceFunction, type ServiceFunctionProps, type ServiceFunctionSurroundings } from './service-function.ts';

export interface CapabilityFunctionsProps {
  readonly surroundings: ServiceFunctionSurroundings;
  readonly stores: Stores;
  readonly config: SynthesisConfig;
  /** Executions of the steps of replays that Lambda reserves; null: the account's. */
  readonly replayConcurrency: number | null;
  /** Variables of functions that the API does not call: with the address that links begin with. */
  readonly addressEnvironment: Variables;
  /** Variables of functions that people log in by. */
  readonly providerEnvironment: Variables;
  /** Variables of functions that serve the Open API. */
  readonly openApiEnvironment: Variables;
  /** Variables of functions that ask a language model. */
  readonly modelEnvironment: Variables;
}

type Variables = Readonly<Record<`SVC_${string}`, string>>;

/**
 * What a step function has of each; minutes stay below the TimeoutSeconds of its Tasks, so that a step ends before the
 * machine gives it up.
 */
interface StepSettings {
  minutes: number;
  memorySize: number;
}

const STEPS: Readonly<Record<string, StepSettings>> = {
  // One whole processor (AWS: at 1,769 MB). It used 614 MiB with answers of 15 MiB, four of which are read at a time.
  replay: { minutes: 15, memorySize: 1769 },
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
        const timeout = Duration.minutes(minutes);
        const step = made(idOf(name, 'Steps'), uses.steps, { ...own, entry, timeout }, props.addressEnvironment);
        return stepNames.map((stepName) => [stepName, step]);
      }),
    );
    this.sending = sending;
  }
}

/** Pages know the addresses of all pages; the console has the files that they name, and the OpenAPI document. */
function writeFiles(folder: string, name: string, config: SynthesisConfig): void {
  writeAddresses(folder);
  if (name === 'console') writeSite(folder, config);
}

function reachOf({ http, model }: FunctionUses, config: Pick<SynthesisConfig, 'oauth'>): ServiceFunctionProps['reach'] {
  // The model may be one of the deployment's own.
  if (http === 'targets' || model) return 'toTargets';
  return http === 'receivers' || (http === 'providers' && usesProviders(config)) ? 'toReceivers' : 'inside';
}

const servesOpenApi = ({ endpoints }: Capability): boolean =>
  endpoints.some(({ path }) => path.startsWith(OPEN_API_PREFIX));

const idOf = (name: string, kind: 'Api' | 'Steps') => `${name.charAt(0).toUpperCase()}${name.slice(1)}${kind}`;
