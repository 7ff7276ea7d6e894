import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { load } from 'js-yaml';
import { runScript } from './run-script.ts';

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: { id?: string; shell: string; env?: Record<string, string>; run: string }[] };
}

interface Job {
  file: string;
  inputs: Record<string, string>;
  /** What the runner sets, and secrets of the job. */
  env: Record<string, string>;
  token: string;
  workspace: string;
}

/**
 * Runs a composite action as a runner of GitHub does: inputs and outputs by the expressions of the file, each step in a
 * process of its own by `bash --noprofile --norc -eo pipefail`, outputs by the file GITHUB_OUTPUT.
 */
export async function runAction({ file, inputs, env, token, workspace }: Job) {
  const action = load(readFileSync(file, 'utf8')) as Action; // checked against the schema by another test
  if (action.runs.using !== 'composite') throw new Error('it is no composite action');
  const github = { token };
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, one]) => [
      name,
      inputs[name] ?? interpolated(one.default ?? '', { github }),
    ]),
  );
  const missing = Object.entries(action.inputs).filter(([name, one]) => one.required && inputs[name] === undefined);
  if (missing.length > 0) throw new Error(`inputs are missing: ${missing.map(([name]) => name)}`);
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  let log = '';
  let code: number | null = 0;
  for (const [index, step] of action.runs.steps.entries()) {
    const folder = join(workspace, '..', `step-${index}`);
    mkdirSync(folder, { recursive: true });
    const output = join(folder, 'output');
    writeFileSync(output, '');
    writeFileSync(join(folder, 'script.sh'), step.run);
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [
      name,
      interpolated(text, { github, inputs: given }),
    ]);
    if (step.shell !== 'bash' || /\$\{\{/.test(step.run)) throw new Error('the script holds an expression');
    const ended = await runScript('bash', ['--noprofile', '--norc', '-eo', 'pipefail', join(folder, 'script.sh')], {
      cwd: workspace,
      env: { ...env, ...Object.fromEntries(own), GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(folder, 'summary') },
    });
    log += ended.log;
    steps[step.id ?? `${index}`] = { outputs: outputsOf(readFileSync(output, 'utf8')) };
    code = ended.code;
    if (code !== 0) break;
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, interpolated(value, { steps })]),
  );
  return { code, log, outputs };
}

/** `name=value` lines. */
const outputsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** A text with the values of its expressions, by the library of GitHub. */
function interpolated(text: string, contexts: Record<string, unknown>): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => {
    const { tokens } = new Lexer(expression.trim()).lex();
    const parsed = new Parser(tokens, Object.keys(contexts), []).parse();
    return new Evaluator(parsed, dictionaryOf(contexts)).evaluate().coerceString();
  });
}

function dictionaryOf(value: object): data.Dictionary {
  return new data.Dictionary(
    ...Object.entries(value).map(([key, member]) => ({
      key,
      value: typeof member === 'object' ? dictionaryOf(member) : new data.StringData(String(member)),
    })),
  );
}
