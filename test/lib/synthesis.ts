import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { deploymentSettings } from '../../lib/deployment-settings.ts';
import { ReplayServiceStack } from '../../lib/replay-service-stack.ts';
import type { Template } from '../support/deployed/template-values.ts';
import { madeOnce } from '../support/made/made-once.ts';
import { sourcesDigest } from '../support/made/sources-digest.ts';
import { DEPLOYED_CACHE, DEPLOYED_SOURCES, functionBundles } from './function-bundles.ts';

/** What `cdk deploy` would upload. */
export interface Synthesis {
  template: Template;
  /** The folder of an asset, by the key of its object: `<hash>.zip`. */
  folderOf(s3Key: string): string;
}

const ROOT = join(import.meta.dirname, '../..');
const STACK = 'ReplayService';

/**
 * The stack with its bundles, as `npm run synth` makes it, without the rules of cdk-nag; `settings` are of the context.
 * What was made of the same sources is taken again.
 */
export async function synthesis(settings: readonly string[]): Promise<Synthesis> {
  const digest = sourcesDigest(DEPLOYED_SOURCES, JSON.stringify(settings));
  const folder = await madeOnce(join(DEPLOYED_CACHE, digest), (outdir) => synthesise(outdir, settings));
  return {
    template: JSON.parse(readFileSync(join(folder, `${STACK}.template.json`), 'utf8')),
    folderOf: (s3Key) => join(folder, `asset.${s3Key.replace(/\.zip$/, '')}`),
  };
}

async function synthesise(outdir: string, settings: readonly string[]): Promise<void> {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
  const app = new App({
    outdir,
    context: { ...context, settings },
    builtinCloudFormationValidation: false,
    stackTraces: false,
    treeMetadata: false,
  });
  new ReplayServiceStack(app, STACK, {
    settings: deploymentSettings(app.node),
    writeBundle: await functionBundles(),
  });
  app.synth();
}
