import type { parseAction as ParseAction } from '@actions/workflow-parser/actions/action-parser';
import type { NoOperationTraceWriter as Quiet } from '@actions/workflow-parser/templates/trace-writer';
import { build } from 'esbuild';

interface ParserModule {
  parseAction: typeof ParseAction;
  NoOperationTraceWriter: typeof Quiet;
}

const ENTRY = `
export { parseAction } from '@actions/workflow-parser/actions/action-parser';
export { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';`;

/** The parser of GitHub for actions; bundled, as Node does not import JSON the way that it does. */
export async function actionParser(): Promise<ParserModule> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['browser'],
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
