import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { steps } from '../../functions/replay-steps/steps.ts';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';

/** The name of a Task of state-machines/*.asl.json, which is also that of its `${…}` placeholder. */
export type StepName = keyof typeof steps;

interface StepSettings {
  reach: 'inside' | 'toTargets';
  minutes: number;
  memorySize: number;
  reservedConcurrentExecutions?: number;
}

/** Minutes stay below the Task's TimeoutSeconds, so that a step ends before the machine gives it up. */
const SETTINGS: Readonly<Record<StepName, StepSettings>> = {
  SelectCases: { reach: 'inside', minutes: 15, memorySize: 1024 },
  // Up to 20 connections, each with an answer of up to 16 MiB. Replays never take the whole account's concurrency from the API.
  ReplayChunk: { reach: 'toTargets', minutes: 15, memorySize: 3008, reservedConcurrentExecutions: 50 },
  FinishReplay: { reach: 'inside', minutes: 1, memorySize: 512 },
  // One worker sends again, where many have sent before.
  ReduceNoise: { reach: 'toTargets', minutes: 15, memorySize: 1024 },
  SettleFindings: { reach: 'inside', minutes: 15, memorySize: 1024 },
  RequestAnalysis: { reach: 'inside', minutes: 1, memorySize: 512 },
  AwaitAnalysis: { reach: 'inside', minutes: 1, memorySize: 512 },
  NotifyResult: { reach: 'inside', minutes: 1, memorySize: 512 },
  InterruptReplay: { reach: 'inside', minutes: 15, memorySize: 1024 },
  // The model may be one of the deployment's own.
  AnalyzeRound: { reach: 'toTargets', minutes: 15, memorySize: 1024 },
  FailAnalysis: { reach: 'inside', minutes: 1, memorySize: 512 },
  RecompareChunk: { reach: 'inside', minutes: 15, memorySize: 1024 },
  StoreClusters: { reach: 'inside', minutes: 15, memorySize: 1024 },
};

/** Steps that ask the language model. */
export const ASKING_STEPS = ['AnalyzeRound', 'ReduceNoise'] as const satisfies readonly StepName[];

export interface ReplayStepsProps extends ServiceFunctionSurroundings {
  /** Variables of the steps that ask the language model, besides those of every function. */
  readonly askingEnvironment: Readonly<Record<`SVC_${string}`, string>>;
}

/** One function for each step of a state machine (functions/replay-steps/handler.ts). */
export class ReplaySteps extends Construct {
  readonly functions: Readonly<Record<StepName, ServiceFunction>>;

  constructor(scope: Construct, id: string, { askingEnvironment, ...surroundings }: ReplayStepsProps) {
    super(scope, id);

    const step = (name: StepName): ServiceFunction => {
      const { minutes, ...settings } = SETTINGS[name];
      return new ServiceFunction(this, name, {
        ...surroundings,
        ...settings,
        environment: { ...surroundings.environment, ...(asks(name) && askingEnvironment) },
        entry: 'functions/replay-steps/handler.ts',
        handler: name.charAt(0).toLowerCase() + name.slice(1),
        timeout: Duration.minutes(minutes),
      });
    };
    this.functions = {
      SelectCases: step('SelectCases'),
      ReplayChunk: step('ReplayChunk'),
      FinishReplay: step('FinishReplay'),
      ReduceNoise: step('ReduceNoise'),
      SettleFindings: step('SettleFindings'),
      RequestAnalysis: step('RequestAnalysis'),
      AwaitAnalysis: step('AwaitAnalysis'),
      NotifyResult: step('NotifyResult'),
      InterruptReplay: step('InterruptReplay'),
      AnalyzeRound: step('AnalyzeRound'),
      FailAnalysis: step('FailAnalysis'),
      RecompareChunk: step('RecompareChunk'),
      StoreClusters: step('StoreClusters'),
    };
  }
}

const asks = (name: StepName) => ASKING_STEPS.some((asking) => asking === name);
