import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunctions } from './bundle.ts';
import { deploymentSettings } from './deployment-settings.ts';
import { ReplayServiceStack } from './replay-service-stack.ts';

const app = new App();
// Before bundling: a wrong setting is reported at once.
const settings = deploymentSettings(app.node);
new ReplayServiceStack(app, 'ReplayService', {
  settings,
  writeBundle: await bundleFunctions(),
  description: 'Replays recorded requests against a new build and says what changed, before release.',
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
