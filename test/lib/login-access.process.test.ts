import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { deployedService, ownerOf } from './deployed-service.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: { StringEquals?: Record<string, string> };
}

/**
 * The functions that seal and open the service's own secrets, those that send email, and whether the network allows
 * email.
 */
function loginOf(settings: string[]) {
  const { app, stack, ofType } = deployedService({ settings });
  const statements = ofType('AWS::IAM::Policy').flatMap(({ name, Properties }) => {
    const document = Properties.PolicyDocument as { Statement: Statement[] }; // the template is untyped JSON
    return document.Statement.map((statement) => ({ role: ownerOf(name), ...statement }));
  });
  const seals = statements.flatMap(({ role, Action, Condition }) => {
    const subject = Condition?.StringEquals?.['kms:EncryptionContext:subject'];
    return subject === undefined || ['pass-thresholds', 'schedule-thresholds', 'replay-headers'].includes(subject)
      ? []
      : [`${role} ${Action} ${subject}`];
  });
  const mails = statements
    .filter(({ Action }) => Action === 'ses:SendEmail')
    .map(({ role, Resource }) => [role, JSON.stringify(Resource).match(/identity\/[\w.@-]+/g)]);
  const endpoint = ofType('AWS::EC2::VPCEndpoint').find(({ name }) => name.startsWith('NetworkVpcemail'));
  return { seals: seals.toSorted(), mails, endpoint, app, stack };
}

describe('login on AWS (interface 4.8)', () => {
  test('lets the APIs that ask for tokens sign and read them, and separates asking for codes from making them', () => {
    const readers = [
      'ApplicationsApi',
      'ArexApi',
      'CompareApi',
      'ConsoleApi',
      'EvaluationApi',
      'FindingsApi',
      'LoginApi',
      'LogsApi',
      'MocksApi',
      'NoiseApi',
      'NotificationsApi',
      // The pepper of login is sealed as the keys of tokens are.
      'NotifierDeliver',
      'RecordingsApi',
      'ReplayApi',
      'ReportApi',
      'TrialsApi',
    ];
    const tokens = readers.flatMap((role) => [
      `${role} kms:Decrypt signing-keys`,
      `${role} kms:GenerateDataKey signing-keys`,
    ]);
    const codes = ['LoginApi kms:GenerateDataKey code-requests', 'NotifierDeliver kms:Decrypt code-requests'];
    const { seals } = loginOf([]);
    expect(seals.filter((one) => !/ (?:recording|replay)-keys$/.test(one))).toEqual([...tokens, ...codes].toSorted());
  });

  test('lets only functions that store, send, judge and accept recordings open the keys of their credentials', () => {
    // Accepting an answer is an endpoint of findings, which pages of the report ask.
    const roles = [
      'ArexApi',
      'FindingsApi',
      'MocksApi',
      'NoiseSteps',
      'RecordingsApi',
      'ReplaySteps',
      'ReportApi',
      'SealingTickerSealStored',
      'TrialsApi',
    ];
    expect(loginOf([]).seals.filter((one) => one.endsWith(' recording-keys'))).toEqual(
      roles.flatMap((role) => [`${role} kms:Decrypt recording-keys`, `${role} kms:GenerateDataKey recording-keys`]),
    );
  });

  test('lets only functions that send replays and answer their agents open the keys that sign them', () => {
    const roles = ['MocksApi', 'NoiseSteps', 'ReplaySteps', 'TrialsApi'];
    expect(loginOf([]).seals.filter((one) => one.endsWith(' replay-keys'))).toEqual(
      roles.flatMap((role) => [`${role} kms:Decrypt replay-keys`, `${role} kms:GenerateDataKey replay-keys`]),
    );
  });

  test('mails nothing without login by code', () => {
    expect(loginOf([])).toMatchObject({ mails: [], endpoint: undefined });
  });

  test('lets the notifier mail from one address, through an endpoint that allows only that, with login by code', () => {
    const { mails, endpoint, app, stack } = loginOf(['SVC_LOGIN_DOMAINS=shop.test', 'SVC_MAIL_FROM=replay@shop.test']);
    expect(mails).toEqual([['NotifierDeliver', ['identity/replay@shop.test', 'identity/shop.test']]]);
    const policy = JSON.stringify(endpoint?.Properties.PolicyDocument);
    expect(policy).toContain('"Action":"ses:SendEmail"');
    expect(policy).toContain('aws:PrincipalAccount');
    expect(new AwsSolutionsChecks(app).validateScope(stack).violations).toEqual([]);
  });
});
