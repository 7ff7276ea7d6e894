import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { deploymentSettings } from './deployment-settings.ts';
import { ReplayServiceStack } from './replay-service-stack.ts';

const app = new App();
new ReplayServiceStack(app, 'ReplayService', {
  settings: deploymentSettings(app.node),
  description: 'Replays recorded requests against a new build and says what changed, before release.',
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
