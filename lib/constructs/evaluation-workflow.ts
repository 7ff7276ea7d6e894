import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { steps } from '../../functions/evaluation/steps/steps.ts';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';
import { Workflow } from './workflow.ts';

/** The name of a Task of state-machines/evaluation.asl.json, which is also that of its `${…}` placeholder. */
export type EvaluationStepName = keyof typeof steps;

/** Minutes stay below the Task's TimeoutSeconds; those that read a whole replay have more of both. */
const SETTINGS: Readonly<Record<EvaluationStepName, { minutes: number; memorySize: number }>> = {
  ValidateRun: { minutes: 1, memorySize: 512 },
  AdmitRun: { minutes: 1, memorySize: 512 },
  StartAttempt: { minutes: 15, memorySize: 1024 },
  PollAttempt: { minutes: 15, memorySize: 1024 },
  CommitResult: { minutes: 15, memorySize: 2048 },
  ProjectScores: { minutes: 15, memorySize: 2048 },
  DecideGate: { minutes: 15, memorySize: 1024 },
  CompleteRun: { minutes: 1, memorySize: 512 },
  FailRun: { minutes: 15, memorySize: 1024 },
};

/** The machine of evaluation runs (evaluation 3.15): one function for each step, and the state machine that calls them. */
export class EvaluationWorkflow extends Construct {
  readonly functions: Readonly<Record<EvaluationStepName, ServiceFunction>>;

  constructor(scope: Construct, id: string, surroundings: ServiceFunctionSurroundings) {
    super(scope, id);

    const step = (name: EvaluationStepName): ServiceFunction => {
      const { minutes, memorySize } = SETTINGS[name];
      return new ServiceFunction(this, name, {
        ...surroundings,
        entry: 'functions/evaluation-steps/handler.ts',
        handler: name.charAt(0).toLowerCase() + name.slice(1),
        reach: 'inside',
        timeout: Duration.minutes(minutes),
        memorySize,
      });
    };
    this.functions = {
      ValidateRun: step('ValidateRun'),
      AdmitRun: step('AdmitRun'),
      StartAttempt: step('StartAttempt'),
      PollAttempt: step('PollAttempt'),
      CommitResult: step('CommitResult'),
      ProjectScores: step('ProjectScores'),
      DecideGate: step('DecideGate'),
      CompleteRun: step('CompleteRun'),
      FailRun: step('FailRun'),
    };
    const called: Record<string, IFunction> = Object.fromEntries(
      Object.entries(this.functions).map(([name, { function: called }]) => [name, called]),
    );
    new Workflow(this, 'Machine', {
      key: surroundings.key,
      machine: 'evaluation',
      noun: 'An evaluation run',
      distributed: false,
      steps: called,
    });
  }
}
