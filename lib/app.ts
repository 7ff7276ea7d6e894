import { bundleFunctions } from './bundle.ts';
import { deploy } from './deploy.ts';

await deploy(bundleFunctions);
