import { deployedService, ownerOf } from './deployed-service.ts';

interface Statement {
  Action: string | string[];
  Effect: string;
  Resource: unknown;
}
/** The tested members of a filter. The template is untyped JSON. */
interface MetricFilter {
  LogGroupName: { Ref: string };
  FilterPattern: string;
  MetricTransformations: [{ MetricName: string }];
}
/** The template of the service, which takes seconds to synthesise, and what its tests look at. */
export function stackFacts() {
  const { app, stack, template, ofType } = deployedService({
    settings: ['SVC_REPLAY_OPENAPI=true', 'SVC_EGRESS_ALLOW=10.1.0.0/16,10.2.0.0/16'],
    alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:operators',
  });

  /** Log group, pattern and metric of each filter. */
  const metricFilters = () =>
    ofType('AWS::Logs::MetricFilter').map(({ Properties }) => {
      const { LogGroupName, FilterPattern, MetricTransformations } = Properties as unknown as MetricFilter;
      return [ownerOf(LogGroupName.Ref), FilterPattern, MetricTransformations[0].MetricName];
    });
  const functions = ofType('AWS::Lambda::Function');
  const policies = ofType('AWS::IAM::Policy').map(({ name, Properties }) => {
    const document = Properties.PolicyDocument as { Statement: Statement[] }; // the template is untyped JSON
    return { owner: ownerOf(name), statements: document.Statement };
  });
  const actionsOf = (owner: string) =>
    policies
      .filter((policy) => policy.owner === owner)
      .flatMap(({ statements }) => statements.flatMap((s) => s.Action));
  const owners = functions.map(({ name }) => ownerOf(name));
  const functionOf = (owner: string) => functions.find(({ name }) => ownerOf(name) === owner);
  return { app, stack, template, ofType, metricFilters, functions, policies, actionsOf, owners, functionOf };
}
