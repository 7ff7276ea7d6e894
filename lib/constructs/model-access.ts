import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { AiConfig } from '../../functions/platform/settings/config.ts';
import { acknowledge } from './acknowledge.ts';

/** Inference profiles of Bedrock are called after a model and the geography in which it may run. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/** Whether SVC_AI_MODEL is a model of Bedrock (interface 1): no address of its own is set. */
export const usesBedrock = (ai: AiConfig | null): ai is AiConfig => ai !== null && ai.baseUrl === null;

/**
 * Lets a function ask the one model of SVC_AI_MODEL where it is of Bedrock; the name of one, or of an inference
 * profile.
 */
export function grantModel(grantee: Role, ai: AiConfig | null): void {
  if (!usesBedrock(ai)) return;
  const stack = Stack.of(grantee);
  const arnOf = (resource: string, resourceName: string, location: { region?: string; account?: string } = {}) =>
    stack.formatArn({
      service: 'bedrock',
      resource,
      resourceName,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      ...location,
    });
  const [, model] = PROFILE.exec(ai.model) ?? [];
  const resourceArns =
    model === undefined
      ? [arnOf('foundation-model', ai.model, { account: '' })]
      : [arnOf('inference-profile', ai.model), arnOf('foundation-model', model, { region: '*', account: '' })];
  Grant.addToPrincipal({ grantee, actions: ['bedrock:InvokeModel'], resourceArns });
  if (model === undefined) return;
  acknowledge(grantee, {
    [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model}]`]:
      'An inference profile runs its one model in any region of its geography.',
  });
}
