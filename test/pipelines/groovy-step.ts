import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './run-script.ts';

/** Debian's Groovy, of the version that Jenkins has (package `groovy`). */
const GROOVY = '/usr/share/java/groovy-all.jar';

/** Whether this machine runs Groovy. */
export const hasGroovy = existsSync(GROOVY) && spawnSync('java', ['-version']).status === 0;

/** What a step asked of Jenkins: its reports, and the sentence by which it failed the build. */
interface EndedStep {
  error: string | null;
  calls: string[];
}

interface Builds {
  /** The file of a step of a shared library. */
  step: string;
  /** A folder for the files of this function, and one in which the scripts of the step run. */
  folder: string;
  workspace: string;
  env: Record<string, string>;
  /** Secrets, by their ids. */
  credentials: Record<string, string>;
  /** What each build gives the step. */
  settings: readonly Record<string, unknown>[];
}

/** Runs a step by Groovy, in builds one after the other, with stand-ins of the steps of Jenkins (run-step.groovy). */
export async function runStep({
  folder,
  workspace,
  env,
  ...given
}: Builds): Promise<{ ended: EndedStep[]; log: string }> {
  const [asked, answered] = [join(folder, 'builds.json'), join(folder, 'ended.json')];
  writeFileSync(asked, JSON.stringify({ ...given, workspace }));
  const args = ['-XX:TieredStopAtLevel=1', '-cp', GROOVY, 'groovy.ui.GroovyMain', 'test/pipelines/run-step.groovy'];
  const { code, log } = await runScript('java', [...args, asked, answered], { cwd: process.cwd(), env });
  if (code !== 0) throw new Error(log);
  return { ended: JSON.parse(readFileSync(answered, 'utf8')), log };
}
