import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { deployedService } from './deployed-service.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: { StringEquals?: Record<string, string> };
}

/** Who seals and opens what of the service's own, who mails from where, and whether the network lets mail through. */
function loginOf(settings: string[]) {
  const { app, stack, ofType } = deployedService({ settings });
  const statements = ofType('AWS::IAM::Policy').flatMap(({ name, Properties }) => {
    const document = Properties.PolicyDocument as { Statement: Statement[] }; // the template is untyped JSON
    return document.Statement.map((statement) => ({ role: name.replace(/RoleDefaultPolicy.*/, ''), ...statement }));
  });
  const seals = statements.flatMap(({ role, Action, Condition }) => {
    const subject = Condition?.StringEquals?.['kms:EncryptionContext:subject'];
    return subject === undefined || subject === 'pass-thresholds' ? [] : [`${role} ${Action} ${subject}`];
  });
  const mails = statements
    .filter(({ Action }) => Action === 'ses:SendEmail')
    .map(({ role, Resource }) => [role, JSON.stringify(Resource).match(/identity\/[\w.@-]+/g)]);
  const endpoint = ofType('AWS::EC2::VPCEndpoint').find(({ name }) => name.startsWith('NetworkVpcemail'));
  return { seals: seals.toSorted(), mails, endpoint, app, stack };
}

describe('login on AWS (interface 4.8)', () => {
  test('tokens are signed and read by the APIs that ask for them; codes are asked for by those whom people ask and made by another', () => {
    expect(loginOf([]).seals).toEqual([
      'ConsoleApi kms:Decrypt signing-keys',
      'ConsoleApi kms:GenerateDataKey code-requests',
      'ConsoleApi kms:GenerateDataKey signing-keys',
      'EvaluationApi kms:Decrypt signing-keys',
      'EvaluationApi kms:GenerateDataKey signing-keys',
      'LogApi kms:Decrypt signing-keys',
      'LogApi kms:GenerateDataKey signing-keys',
      'NotifierDeliver kms:Decrypt code-requests',
      'NotifierDeliver kms:Decrypt signing-keys',
      'NotifierDeliver kms:GenerateDataKey signing-keys',
      'Pages kms:Decrypt signing-keys',
      'Pages kms:GenerateDataKey code-requests',
      'Pages kms:GenerateDataKey signing-keys',
      'RecorderApi kms:Decrypt signing-keys',
      'RecorderApi kms:GenerateDataKey signing-keys',
    ]);
  });

  test('where nobody may log in by code, nothing is mailed', () => {
    expect(loginOf([])).toMatchObject({ mails: [], endpoint: undefined });
  });

  test('else the notifier mails from the one address, through an endpoint that lets nothing else pass', () => {
    const { mails, endpoint, app, stack } = loginOf(['SVC_LOGIN_DOMAINS=shop.test', 'SVC_MAIL_FROM=replay@shop.test']);
    expect(mails).toEqual([['NotifierDeliver', ['identity/replay@shop.test', 'identity/shop.test']]]);
    const policy = JSON.stringify(endpoint?.Properties.PolicyDocument);
    expect(policy).toContain('"Action":"ses:SendEmail"');
    expect(policy).toContain('aws:PrincipalAccount');
    expect(new AwsSolutionsChecks(app).validateScope(stack).violations).toEqual([]);
  });
});
