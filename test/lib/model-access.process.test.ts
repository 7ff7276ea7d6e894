import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { deployedService, ownerOf } from './deployed-service.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

/** The functions that may call models, the models, and whether the network allows it. */
function askingOf(settings: string[]) {
  const { app, stack, ofType } = deployedService({ settings });
  const asking = ofType('AWS::IAM::Policy').flatMap(({ name, Properties }) => {
    const document = Properties.PolicyDocument as { Statement: Statement[] }; // the template is untyped JSON
    return document.Statement.filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('bedrock:')),
    ).map(({ Action, Resource }) => ({
      role: ownerOf(name),
      Action,
      models: JSON.stringify(Resource).match(/[\w-]+\/[\w.:-]+(?=")/g),
    }));
  });
  const hasEndpoint = ofType('AWS::EC2::VPCEndpoint').some(({ name }) => name.startsWith('NetworkVpcbedrock'));
  return { asking, hasEndpoint, app, stack };
}

describe('a language model (interface 1, SVC_AI_MODEL)', () => {
  test.for([[[]], [['SVC_AI_MODEL=large', 'SVC_AI_BASE_URL=http://10.0.0.9/v1']]])(
    'lets no function ask Bedrock without a model or with one at another address, %j',
    ([settings]) => {
      expect(askingOf(settings ?? [])).toMatchObject({ asking: [], hasEndpoint: false });
    },
  );

  test.for<[string, string[]]>([
    ['anthropic.claude-x-v1:0', ['foundation-model/anthropic.claude-x-v1:0']],
    [
      'eu.anthropic.claude-x-v1:0',
      ['inference-profile/eu.anthropic.claude-x-v1:0', 'foundation-model/anthropic.claude-x-v1:0'],
    ],
  ])('lets, for %s of Bedrock, only the steps that ask it ask %j', ([model, models]) => {
    const { asking, hasEndpoint, app, stack } = askingOf([`SVC_AI_MODEL=${model}`]);
    expect(hasEndpoint).toBe(true);
    expect(asking.toSorted((a, b) => (a.role < b.role ? -1 : 1))).toEqual([
      { role: 'AnalysisSteps', Action: 'bedrock:InvokeModel', models },
      { role: 'NoiseSteps', Action: 'bedrock:InvokeModel', models },
    ]);
    expect(new AwsSolutionsChecks(app).validateScope(stack).violations).toEqual([]);
  });
});

test('the key of a model outside Bedrock is a secret of the steps that ask it', () => {
  const { ofType } = deployedService({
    settings: ['SVC_AI_MODEL=large', 'SVC_AI_BASE_URL=http://10.0.0.9/v1'],
    modelKeyVersion: 'v2',
  });
  const holders = ofType('AWS::Lambda::Function').filter(({ Properties }) =>
    JSON.stringify(Properties).includes('SVC_AI_API_KEY'),
  );
  expect(holders.map(({ name }) => ownerOf(name)).toSorted()).toEqual(['AnalysisSteps', 'NoiseSteps']);
  for (const { Properties } of holders) expect(JSON.stringify(Properties)).toMatch(/resolve:secretsmanager:.*v2\}\}/);
  expect(deployedService().ofType('AWS::SecretsManager::Secret')).toHaveLength(1);
});
