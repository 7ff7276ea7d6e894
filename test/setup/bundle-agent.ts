import { join } from 'node:path';
import { buildAgent } from '../../agent/build.ts';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/test-agent');

/** Before the first test of the agent: its package, which every worker loads and none writes. */
export async function setup(): Promise<void> {
  process.env.AGENT_BUNDLE ??= await buildAgent(FOLDER);
}
