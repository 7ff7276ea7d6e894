import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setup } from '../../setup/bundle-agent.ts';

/** The folder of the built agent. Scripts outside of the test runner build it here. */
export async function builtAgent(): Promise<string> {
  await setup();
  return String(process.env.AGENT_BUNDLE);
}

/** What `node --import` loads. */
export const registerUrl = async (): Promise<string> => pathToFileURL(join(await builtAgent(), 'register.mjs')).href;
