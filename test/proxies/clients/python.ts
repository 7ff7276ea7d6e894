import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Says why a client of another language is skipped; true if its module is missing. */
export function hasNoPython(module: string): boolean {
  try {
    execFileSync('python3', ['-c', `import ${module}`], { stdio: 'pipe' });
    return false;
  } catch {
    process.stdout.write(`python3 has no ${module}: its tests are skipped\n`);
    return true;
  }
}

/** Runs a script of this folder, and returns the JSON that it prints. */
export async function runPython(script: string, port: number): Promise<unknown> {
  const { stdout } = await promisify(execFile)('python3', [join(import.meta.dirname, script), String(port)]);
  return JSON.parse(stdout);
}
