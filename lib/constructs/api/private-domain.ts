import {
  CfnBasePathMappingV2,
  CfnDomainNameAccessAssociation,
  CfnDomainNameV2,
  EndpointType,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { InterfaceVpcEndpoint, type IVpcEndpoint } from 'aws-cdk-lib/aws-ec2';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { InterfaceVpcEndpointTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '../../address-settings.ts';
import { onlyThrough } from './private-api.ts';

export interface PrivateDomainProps extends DomainSettings {
  readonly api: SpecRestApi;
  /** The only VPC endpoint that may reach the domain. */
  readonly vpcEndpoint: IVpcEndpoint;
}

/** A private domain of the API: its root is the stage, and callers reach it through the VPC endpoint only. */
export class PrivateDomain extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { domainName, certificateArn, zone, api, vpcEndpoint }: PrivateDomainProps,
  ) {
    super(scope, id);
    const { attrDomainNameArn: domainNameArn } = new CfnDomainNameV2(this, 'Name', {
      domainName,
      certificateArn,
      endpointConfiguration: { types: [EndpointType.PRIVATE] },
      securityPolicy: 'TLS_1_2',
      policy: onlyThrough(vpcEndpoint),
    });
    new CfnDomainNameAccessAssociation(this, 'Access', {
      domainNameArn,
      accessAssociationSource: vpcEndpoint.vpcEndpointId,
      accessAssociationSourceType: 'VPCE',
    });
    new CfnBasePathMappingV2(this, 'Mapping', {
      domainNameArn,
      restApiId: api.restApiId,
      stage: api.deploymentStage.stageName,
    });
    if (zone !== null && vpcEndpoint instanceof InterfaceVpcEndpoint)
      new ARecord(this, 'Record', {
        zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name }),
        recordName: `${domainName}.`,
        target: RecordTarget.fromAlias(new InterfaceVpcEndpointTarget(vpcEndpoint)),
      });
  }
}
