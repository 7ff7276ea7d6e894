import { type Asked, isAllowed, type Statement } from '../rights/policy-simulator.ts';
import { AwsError } from './aws/aws-call.ts';
import { REGION, type TemplateValues } from './template-values.ts';

/** Services that use a key of KMS in the name of a caller. */
type SealingService = 'dynamodb' | 's3' | 'sqs';

export interface Policies {
  /** Throws AccessDenied where the role of a caller does not allow it, and notes the refusal. */
  hold(caller: string, asked: Asked): void;
  /** The same for the key that a service of AWS uses in the name of the caller. */
  holdKey(caller: string, action: 'kms:Decrypt' | 'kms:GenerateDataKey', key: string, service: SealingService): void;
  /** Whether the role of a caller allows it, without a note. */
  allows(caller: string, asked: Asked): boolean;
  /** What was refused since the start. */
  readonly refused: ReadonlySet<string>;
  /** How many calls were held against policies. */
  readonly count: () => number;
}

/** The policies of the roles in a template. Callers are named as their resources are: functions and machines. */
export function policies(values: TemplateValues): Policies {
  const byRole = new Map<string, Statement[]>();
  for (const { properties } of values.ofType('AWS::IAM::Policy'))
    for (const role of properties.Roles) {
      const statements = byRole.get(role) ?? [];
      byRole.set(role, [...statements, ...properties.PolicyDocument.Statement]);
    }
  const roleArn = (role: string) => values.arnOf(role);
  const statementsOf = new Map<string, readonly Statement[]>();
  const byArn = new Map([...byRole].map(([role, statements]) => [roleArn(role), statements]));
  for (const type of ['AWS::Lambda::Function', 'AWS::StepFunctions::StateMachine', 'AWS::Scheduler::Schedule'])
    for (const { name, properties } of values.ofType(type))
      statementsOf.set(name, byArn.get(properties.Role ?? properties.RoleArn ?? properties.Target?.RoleArn) ?? []);
  const refused = new Set<string>();
  let count = 0;

  function allows(caller: string, asked: Asked): boolean {
    const statements = statementsOf.get(caller);
    if (statements === undefined) throw new AwsError('UnrecognizedClientException', 403);
    return isAllowed(statements, asked);
  }

  function hold(caller: string, asked: Asked): void {
    count++;
    if (allows(caller, asked)) return;
    refused.add(`${caller} ${asked.action} ${asked.resource} ${JSON.stringify(asked.context ?? {})}`);
    throw new AwsError('AccessDeniedException', asked.action.startsWith('s3:') ? 403 : 400);
  }

  return {
    allows,
    hold,
    holdKey: (caller, action, key, service) =>
      hold(caller, {
        action,
        resource: key,
        context: { 'kms:ViaService': [`${service}.${REGION}.amazonaws.com`] },
      }),
    refused,
    count: () => count,
  };
}
