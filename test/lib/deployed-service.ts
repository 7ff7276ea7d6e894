import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { deploymentSettings } from '../../lib/deployment-settings.ts';
import { ReplayServiceStack } from '../../lib/replay-service-stack.ts';

/** A resource as the template has it. */
export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
}

/** The stack as it would be deployed; `npm run synth` bundles its functions and holds its template against the rules of CloudFormation. */
export function deployedService(context: Record<string, unknown> = {}) {
  const app = new App({
    context: { 'aws:cdk:bundling-stacks': [], ...context },
    builtinCloudFormationValidation: false,
  });
  const stack = new ReplayServiceStack(app, 'ReplayService', { settings: deploymentSettings(app.node) });
  const template = Template.fromStack(stack);
  const resources: Record<string, Resource> = template.toJSON().Resources;
  /** Resources of one type, by their logical names. */
  const ofType = (type: string) =>
    Object.entries(resources).flatMap(([name, resource]) => (resource.Type === type ? [{ name, ...resource }] : []));
  return { app, stack, template, ofType };
}
