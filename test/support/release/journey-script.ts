import { createRequire } from 'node:module';
import { join } from 'node:path';

const GITLAB_CI_LOCAL = join(
  createRequire(import.meta.url).resolve('gitlab-ci-local/package.json'),
  '../dist/index.js',
);

/**
 * What a test does after a page in its shell, in place of a server of GitLab: it commits the folder and runs the job
 * `replay` of its `.gitlab-ci.yml`, which it checks against the schema of GitLab.
 */
export const RUN_PIPELINE = `
git init --quiet --initial-branch=main && git remote add origin http://127.0.0.1:1/group/shop.git
git add .gitlab-ci.yml shop.mjs replay-regression-cli-*.tgz
git -c user.name=ann -c user.email=ann@shop.test commit --quiet --message 'Replay before release'
'${process.execPath}' '${GITLAB_CI_LOCAL}' --force-shell-executor --json-schema-validation replay || echo "pipeline ends with $?"
`;

/**
 * Prints what the system says of every process, and then the group of those of the page (proc_pid_stat(5)). Processes
 * that end as it reads them have none.
 */
export const PRINT_TIMES = `
sed 's/^.*) /stat /' /proc/[0-9]*/stat 2>/dev/null || true
echo "group $$"
`;

/** Ticks of a second; Linux reports this number on every processor. */
const TICKS = 100;

/**
 * Seconds of processor time that the processes of a page have used, and those that they have waited for, of the lines
 * that PRINT_TIMES has written.
 */
export function secondsOf(output: string): number {
  const [, group] = /^group (\d+)$/m.exec(output) ?? [];
  const processes = [...output.matchAll(/^stat (.*)$/gm)].map(([, fields = '']) => fields.split(' '));
  return processes
    .filter(([, , of]) => of === group)
    .flatMap((fields) => fields.slice(11, 15))
    .reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0);
}
