import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { endpoints as consoleApi } from '../functions/console-api/endpoints.ts';
import { endpoints as evaluationApi } from '../functions/evaluation-api/endpoints.ts';
import { openApiDocument } from '../functions/http/open-api-document.ts';
import { endpoints as logApi } from '../functions/log-api/endpoints.ts';
import { endpoints as openApi } from '../functions/open-api/endpoints.ts';
import { endpoints as recorderApi } from '../functions/recorder-api/endpoints.ts';
import { pathTypes } from './path-types.ts';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** What `paths.ts` has to be, formatted as everything here. */
export async function currentPaths(): Promise<string> {
  const document = openApiDocument([...openApi, ...consoleApi, ...recorderApi, ...logApi, ...evaluationApi], '');
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=client/paths.ts'], {
    input: await pathTypes(document),
    encoding: 'utf8',
  });
}
