import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { RunbookAlarm, sumOf } from './observability/runbook-alarm.ts';
import { Workflow, type WorkflowProps } from './workflow.ts';

/** Adds the state machines and the alarm that they share; returns that of replays. */
export function addWorkflows(scope: Construct, key: IKey, steps: WorkflowProps['steps']): Workflow['stateMachine'] {
  const replays = new Workflow(scope, 'Replay', {
    key,
    steps,
    machine: 'replay',
    noun: 'A replay',
    distributed: true,
  });
  const others = [
    new Workflow(scope, 'Recompare', { key, steps, machine: 'recompare', noun: 'A recompare', distributed: false }),
    new Workflow(scope, 'Analysis', { key, steps, machine: 'analysis', noun: 'An analysis', distributed: false }),
    // A state machine keeps its logical name: under another, CloudFormation would create it again, but its name is
    // taken.
    new Workflow(new Construct(scope, 'Evaluation'), 'Machine', {
      key,
      steps,
      machine: 'evaluation',
      noun: 'An evaluation run',
      distributed: false,
    }),
  ];
  const period = Duration.minutes(5);
  new RunbookAlarm(scope, 'WorkflowsThrottled', {
    metric: sumOf(
      Object.fromEntries(
        [replays, ...others].map(({ machine, stateMachine }) => [machine, stateMachine.metricThrottled({ period })]),
      ),
    ),
    summary: 'Step Functions throttled executions.',
    runbook: 'workflows-throttled',
  });
  return replays.stateMachine;
}
