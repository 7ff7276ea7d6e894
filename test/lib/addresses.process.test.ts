import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../functions/platform/settings/read-variables.ts';
import { deployedService, ownerOf } from './deployed-service.ts';

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/1a2b-3c';
const DOMAIN = { domainName: 'replay.shop.example', certificateArn: CERTIFICATE };
const ZONE = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'shop.example' };

/** The address that the stage passes on, and those in the environments of functions, by whether the API calls them. */
function addressesIn(context: Record<string, unknown>) {
  const { ofType, template } = deployedService(context);
  const functions = ofType('AWS::Lambda::Function').map(({ name, Properties }) => ({
    isOfApi: ownerOf(name).endsWith('Api'),
    // the template is untyped JSON
    publicUrl: (Properties.Environment as { Variables: Record<string, unknown> }).Variables.SVC_PUBLIC_URL,
  }));
  const of = (isOfApi: boolean) =>
    new Set(functions.filter((one) => one.isOfApi === isOfApi).map(({ publicUrl }) => JSON.stringify(publicUrl)));
  const [stage] = ofType('AWS::ApiGateway::Stage');
  return {
    stage: (stage?.Properties.Variables as Record<string, unknown> | undefined)?.publicUrl, // the same
    ofApi: [...of(true)],
    ofOthers: [...of(false)],
    output: template.toJSON().Outputs.PublicUrl.Value,
  };
}

describe('the address of a deployment', () => {
  test.for<[string, Record<string, unknown>]>([
    ['with an endpoint of the stack', {}],
    ['without private DNS', { apiPrivateDns: 'off' }],
    ['with a shared endpoint', { apiEndpointId: 'vpce-1' }],
  ])('is that of the stage at its endpoint, %s', ([, context]) => {
    const { ofType } = deployedService(context);
    const [api] = ofType('AWS::ApiGateway::RestApi');
    const { stage, ofApi, ofOthers, output } = addressesIn(context);
    const text = JSON.stringify(stage);
    const endpoint = 'apiEndpointId' in context ? '-vpce-1' : '"-",{"Ref":"NetworkVpcexecuteapi';
    for (const part of [`{"Ref":"${api?.name}"}`, endpoint, '.execute-api.', '/live"]]}']) expect(text).toContain(part);
    expect(ofOthers).toEqual([text]);
    expect(JSON.stringify(output)).toBe(text);
    // The API is made of its functions, so they cannot name it.
    expect(ofApi).toEqual([undefined]);
  });

  test.for<[string, Record<string, unknown>]>([
    ['https://tools.shop.example/replay', { settings: ['SVC_PUBLIC_URL=https://tools.shop.example/replay'] }],
    ['https://replay.shop.example', { ...DOMAIN, ...ZONE }],
  ])('is %s if the context says so', ([publicUrl, context]) => {
    expect(addressesIn(context)).toEqual({
      stage: publicUrl,
      ofApi: [undefined],
      ofOthers: [JSON.stringify(publicUrl)],
      output: publicUrl,
    });
  });

  test.for<[string, Record<string, unknown>]>([
    ['SVC_PUBLIC_URL leads every reader to their own machine', { settings: ['SVC_PUBLIC_URL=http://localhost:8090'] }],
    ['SVC_PUBLIC_URL leads every reader to their own machine', { settings: ['SVC_PUBLIC_URL=http://127.0.0.1/live'] }],
    ['SVC_PUBLIC_URL leads every reader to their own machine', { settings: ['SVC_PUBLIC_URL=http://[::1]'] }],
    ['SVC_PUBLIC_URL leads every reader to their own machine', { settings: ['SVC_PUBLIC_URL=http://0.0.0.0'] }],
    ['SVC_PUBLIC_URL has characters that API Gateway refuses', { settings: ['SVC_PUBLIC_URL=https://[fd00::1]'] }],
    ['SVC_PUBLIC_URL contradicts', { ...DOMAIN, settings: ['SVC_PUBLIC_URL=https://replay.shop.example'] }],
    ['context "domainName" and "certificateArn" belong together', { domainName: DOMAIN.domainName }],
    ['context "domainName" and "certificateArn" belong together', { certificateArn: CERTIFICATE }],
    ['context "domainName" is not a name', { ...DOMAIN, domainName: 'https://replay.shop.example' }],
    ['context "domainName" is not a name', { ...DOMAIN, domainName: 'localhost' }],
    ['context "certificateArn" is not the ARN', { ...DOMAIN, certificateArn: 'certificate/1a2b' }],
    ['context "hostedZoneId" and "hostedZoneName" belong together', { ...DOMAIN, hostedZoneId: ZONE.hostedZoneId }],
    ['context "hostedZoneId" needs "domainName"', ZONE],
    ['context "hostedZoneId" is not the id', { ...DOMAIN, ...ZONE, hostedZoneId: '/hostedzone/Z1' }],
    ['context "domainName" is not in the zone', { ...DOMAIN, ...ZONE, hostedZoneName: 'op.example' }],
    ['context "hostedZoneId" contradicts "apiEndpointId"', { ...DOMAIN, ...ZONE, apiEndpointId: 'vpce-1' }],
  ])('stops the synthesis: %s, %j', ([message, context]) => {
    expect(() => deployedService(context)).toThrow(ConfigError);
    expect(() => deployedService(context)).toThrow(message);
  });
});

describe('a domain of the owner', () => {
  const { template, ofType } = deployedService({ ...DOMAIN, ...ZONE });
  const [endpoint] = ofType('AWS::EC2::VPCEndpoint').filter(({ name }) => name.includes('executeapi'));
  const arn = { 'Fn::GetAtt': [ofType('AWS::ApiGateway::DomainNameV2')[0]?.name, 'DomainNameArn'] };

  test('is private, and open to the VPC endpoint alone', () => {
    template.hasResourceProperties('AWS::ApiGateway::DomainNameV2', {
      DomainName: DOMAIN.domainName,
      CertificateArn: CERTIFICATE,
      EndpointConfiguration: { Types: ['PRIVATE'] },
      SecurityPolicy: 'TLS_1_2',
      Policy: {
        Statement: [
          { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' },
          { Effect: 'Deny', Condition: { StringNotEquals: { 'aws:SourceVpce': { Ref: endpoint?.name } } } },
        ],
      },
    });
    template.hasResourceProperties('AWS::ApiGateway::DomainNameAccessAssociation', {
      AccessAssociationSource: { Ref: endpoint?.name },
      AccessAssociationSourceType: 'VPCE',
      DomainNameArn: arn,
    });
  });

  test('leads to the root of the stage, by a record of the zone', () => {
    const [mapping] = ofType('AWS::ApiGateway::BasePathMappingV2');
    expect(mapping?.Properties).toEqual({
      DomainNameArn: arn,
      RestApiId: { Ref: ofType('AWS::ApiGateway::RestApi')[0]?.name },
      Stage: { Ref: ofType('AWS::ApiGateway::Stage')[0]?.name },
    });
    const [record] = ofType('AWS::Route53::RecordSet');
    expect(record?.Properties).toMatchObject({
      Name: 'replay.shop.example.',
      Type: 'A',
      HostedZoneId: 'Z0123456789ABC',
    });
    expect(JSON.stringify(record?.Properties.AliasTarget)).toContain(endpoint?.name);
  });

  test('leaves the record to the owner of a shared endpoint', () => {
    const shared = deployedService({ ...DOMAIN, apiEndpointId: 'vpce-1' });
    shared.template.hasResourceProperties('AWS::ApiGateway::DomainNameAccessAssociation', {
      AccessAssociationSource: 'vpce-1',
    });
    expect(shared.ofType('AWS::Route53::RecordSet')).toEqual([]);
  });

  test('changes no table, bucket, key or queue', () => {
    const stored = (context: Record<string, unknown>) =>
      ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::SQS::Queue'].flatMap((type) =>
        deployedService(context).ofType(type),
      );
    expect(stored({ ...DOMAIN, ...ZONE })).toEqual(stored({}));
  });
});
