import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { stageAddresses } from './constructs/api/stage-addresses.ts';
import type { Network } from './constructs/network.ts';

interface OutputParts {
  network: Network;
  api: SpecRestApi;
  /** The address that links begin with. */
  publicUrl: string;
}

/** Adds what the network team, the first pipeline and the first visitor have to know. */
export function stackOutputs(stack: Stack, { network, api, publicUrl }: OutputParts): void {
  const { vpc, subnets, apiEndpoint: vpcEndpoint } = network;
  const { subnetIds, availabilityZones } = vpc.selectSubnets(subnets);
  const { ofApi, ofEndpoint } = stageAddresses({ api, vpcEndpoint });
  const values: Readonly<Record<string, [value: string, description: string]>> = {
    PublicUrl: [publicUrl, 'Address that links begin with'],
    VpcId: [vpc.vpcId, 'VPC of the service'],
    SubnetIds: [subnetIds.join(','), 'Subnets of functions and endpoints'],
    AvailabilityZones: [availabilityZones.join(','), 'Their zones'],
    ApiEndpointId: [vpcEndpoint.vpcEndpointId, 'VPC endpoint of the API'],
    ApiAddress: [ofApi, 'Address of the API within the VPC, where the endpoint has private DNS'],
    ApiAddressOfEndpoint: [ofEndpoint, 'Address of the API from the VPC, from peered networks and without private DNS'],
  };
  for (const [name, [value, description]] of Object.entries(values)) new CfnOutput(stack, name, { value, description });
}
