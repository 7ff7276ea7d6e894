import { Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IVpcEndpoint } from 'aws-cdk-lib/aws-ec2';
import { STAGE } from './private-api.ts';

/** The addresses of the stage: within the VPC with private DNS, and wherever callers reach the endpoint. */
export function stageAddresses({ api, vpcEndpoint }: { api: SpecRestApi; vpcEndpoint: IVpcEndpoint }) {
  const { region, urlSuffix } = Stack.of(api);
  const address = (host: string) => `https://${host}.execute-api.${region}.${urlSuffix}/${STAGE}`;
  return { ofApi: address(api.restApiId), ofEndpoint: address(`${api.restApiId}-${vpcEndpoint.vpcEndpointId}`) };
}
