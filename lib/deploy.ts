import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { WriteBundle } from './bundle.ts';
import { deploymentSettings } from './deployment-settings.ts';
import { ReplayServiceStack } from './replay-service-stack.ts';

/** Synthesizes the stack with the bundles of its functions, and holds it against the rules of cdk-nag. */
export async function deploy(bundles: () => Promise<WriteBundle>): Promise<void> {
  const app = new App();
  // Before bundling, so that a wrong setting is reported first.
  const settings = deploymentSettings(app.node);
  new ReplayServiceStack(app, 'ReplayService', {
    settings,
    writeBundle: await bundles(),
    description: 'Replays recorded requests against a new build and says what changed, before release.',
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
