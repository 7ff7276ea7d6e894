import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../../lib/bundle.ts';
import { deploymentSettings } from '../../lib/deployment-settings.ts';
import { ReplayServiceStack } from '../../lib/replay-service-stack.ts';
import type { Template } from '../support/deployed/template-values.ts';

/** What `cdk deploy` would upload. */
export interface Synthesis {
  template: Template;
  /** The folder of an asset, by the key of its object: `<hash>.zip`. */
  folderOf(s3Key: string): string;
}

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/test-deployed');
/** What a synthesis follows from, besides the settings. */
const SOURCES = [
  '{functions,lib}/**/*.ts',
  'functions/**/*.{css,js,svg}',
  'state-machines/*.json',
  'cdk.json',
  '{.,lib}/package-lock.json',
];
const STACK = 'ReplayService';

/**
 * The stack with its bundles, as `npm run synth` makes it, without the rules of cdk-nag; `settings` are of the context. It
 * takes half a minute, so what was made of the same sources is taken again.
 */
export async function synthesis(settings: readonly string[]): Promise<Synthesis> {
  const folder = join(CACHE, digestOf(settings));
  if (!isThere(folder)) await synthesise(folder, settings);
  return {
    template: JSON.parse(readFileSync(join(folder, `${STACK}.template.json`), 'utf8')),
    folderOf: (s3Key) => join(folder, `asset.${s3Key.replace(/\.zip$/, '')}`),
  };
}

const isThere = (folder: string) => statSync(folder, { throwIfNoEntry: false }) !== undefined;

function digestOf(settings: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const file of SOURCES.flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] }),
  ).sort())
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

async function synthesise(folder: string, settings: readonly string[]): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE))
    if (Date.now() - statSync(join(CACHE, name)).mtimeMs > MAX_AGE_MS) rmSync(join(CACHE, name), { recursive: true });
  // Another worker may make the same: each makes its own, and one of both stays.
  const outdir = `${folder}-${process.pid}`;
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
    writeBundle: await bundleFunctions(),
  });
  app.synth();
  try {
    renameSync(outdir, folder);
  } catch (cause) {
    rmSync(outdir, { recursive: true });
    if (!isThere(folder)) throw cause;
  }
}

/** What was made of earlier sources, which no run uses that may still be under way. */
const MAX_AGE_MS = 86_400_000;
