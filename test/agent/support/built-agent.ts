import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAgent } from '../../../agent/build.ts';

const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/test-agent');

let built: Promise<string> | undefined;

/** Builds the agent once for a run of tests; returns its folder. */
export function builtAgent(): Promise<string> {
  built ??= buildAgent(FOLDER);
  return built;
}

/** What `node --import` loads. */
export const registerUrl = async (): Promise<string> => pathToFileURL(join(await builtAgent(), 'register.mjs')).href;
