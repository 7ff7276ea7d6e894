import { deployedService, ownerOf } from '../../lib/deployed-service.ts';
import type { Statement } from './policy-simulator.ts';

/** What the functions that schedules and queues invoke are called in the stack. */
const BACKGROUND: Readonly<Record<string, string>> = {
  'login/admin-key-ticker': 'AdminKeyTickerStoreDigest',
  'notifications/notifier': 'NotifierDeliver',
  'notifications/sweeper': 'SweeperResumePlans',
  'evaluation/archiver': 'ArchiveArchiveRows',
  'evaluation/run-sweeper': 'RunSweeperResumeRuns',
  'evaluation/policy-ticker': 'PolicyTickerTickPolicies',
  'console/retention-ticker': 'RetentionTickerApplyRetention',
  'recordings/sealing-ticker': 'SealingTickerSealStored',
  'replay/schedule-ticker': 'ScheduleTickerStartSchedules',
};

/** What a function is called in the stack. */
export function ownerOfFunction(name: string): string {
  const [capability = '', kind = ''] = name.split('/');
  return BACKGROUND[name] ?? [capability, kind].map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** The policies of the stack by the names of functions, and the ARNs of what they are about. */
export function roles() {
  // With every function that a deployment may have.
  const { ofType } = deployedService({ archiveYears: 1 });
  const statements = Map.groupBy(
    ofType('AWS::IAM::Policy').flatMap(({ name, Properties }) => {
      const document = Properties.PolicyDocument as { Statement: Statement[] }; // the template is untyped JSON
      return document.Statement.map((statement) => ({ owner: ownerOf(name), statement }));
    }),
    ({ owner }) => owner,
  );
  const arnOf = (type: string, start: string) => {
    const found = ofType(type).find(({ name }) => name.startsWith(start));
    if (found === undefined) throw new Error(`the stack has no ${type} ${start}`);
    return `<${found.name}.Arn>`;
  };
  return {
    table: arnOf('AWS::DynamoDB::Table', 'Rows'),
    bucket: arnOf('AWS::S3::Bucket', 'Blobs'),
    archive: arnOf('AWS::S3::Bucket', 'Archive'),
    policyOf(name: string): readonly Statement[] {
      const found = statements.get(ownerOfFunction(name));
      if (found === undefined) throw new Error(`the stack has no function ${name}`);
      return found.map(({ statement }) => statement);
    },
    /** Every statement of the stack, by what has the policy. */
    statements: [...statements].flatMap(([owner, found]) => found.map(({ statement }) => ({ owner, ...statement }))),
  };
}
