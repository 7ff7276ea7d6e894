import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import { deploymentSettings } from '../../lib/deployment-settings.ts';
import { ReplayServiceStack } from '../../lib/replay-service-stack.ts';

/** A resource of the template. */
export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
}

/** The function that a logical name belongs to: `ReplayApi`, `NotifierDeliver`. */
export const ownerOf = (logicalName: string): string =>
  logicalName.replace(/^Functions/, '').replace(/(Function|Logs|Role)([0-9A-F]{8}|DefaultPolicy[0-9A-F]{8})$/, '');

/** The function that runs the steps of the capability that has this one. */
export function ownerOfStep(step: string): string {
  const [owner] = CAPABILITIES.flatMap(({ name, stepNames }) => (stepNames.includes(step) ? [name] : []));
  return `${owner?.charAt(0).toUpperCase()}${owner?.slice(1)}Steps`;
}

/** A synthesis takes a second, and nothing here changes what it made. */
const synthesised = new Map<string, ReturnType<typeof synthesise>>();

/**
 * The stack as it would be deployed; `npm run synth` bundles its functions and holds its template against the rules of
 * CloudFormation.
 */
export function deployedService(context: Record<string, unknown> = {}) {
  const key = JSON.stringify(context);
  const deployed = synthesised.get(key) ?? synthesise(context);
  synthesised.set(key, deployed);
  return deployed;
}

function synthesise(context: Record<string, unknown>) {
  const outdir = mkdtempSync(join(tmpdir(), 'synthesised-'));
  try {
    const app = new App({
      outdir,
      context: { 'aws:cdk:bundling-stacks': [], ...context },
      builtinCloudFormationValidation: false,
      // What the template does not have is not made.
      stackTraces: false,
      treeMetadata: false,
    });
    const stack = new ReplayServiceStack(app, 'ReplayService', {
      settings: deploymentSettings(app.node),
      writeBundle() {
        throw new Error('the context says that no stack is bundled');
      },
    });
    const template = Template.fromStack(stack);
    const resources: Record<string, Resource> = template.toJSON().Resources;
    /** Resources of one type, by logical name. */
    const ofType = (type: string) =>
      Object.entries(resources).flatMap(([name, resource]) => (resource.Type === type ? [{ name, ...resource }] : []));
    return { app, stack, template, ofType };
  } finally {
    // What was synthesised is read, and nothing looks at the files again.
    rmSync(outdir, { recursive: true, force: true });
  }
}
