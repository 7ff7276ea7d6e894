import { join } from 'node:path';
import { bundlesIn } from './built-bundles.ts';
import { deploy } from './deploy.ts';

/** The app of a released package, which has the bundles of its functions beside it. */
await deploy(async () => bundlesIn(join(import.meta.dirname, 'functions')));
