import type { Command } from 'commander';
import type { DataReport } from '../../functions/platform/standalone/admin/check-data.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Program } from '../program.ts';

const EXAMPLES = `
These commands work on the files of a standalone service on this machine, without a running service. A deployment on AWS
has backups of its own. check and backup also work while the service runs.

Examples:
  $ replay admin check --data /var/lib/replay
  $ replay admin backup --data /var/lib/replay --to /backup/monday --without-keys
  $ replay admin restore --from /backup/monday --data /var/lib/replay-new

Exit codes: 0 sound; 1 done, and single rows or blobs are damaged; 2 not done.`;

/** The first version of node that has everything that the table file is read with. */
const MIN_NODE = 24;

interface DataOptions {
  data?: string;
  keyFile?: string;
}

/** `replay admin`: checks, backs up and restores the data directory of a standalone service. */
export function addAdmin({ program, local, exit }: Program): void {
  const admin = program
    .command('admin')
    .description('check, back up and restore the data directory of a standalone service on this machine')
    .addHelpText('after', EXAMPLES);

  const withData = (command: Command) =>
    command
      .option('--data <directory>', 'data directory (SVC_DATA_DIR; ./data)')
      .option('--key-file <file>', 'its key file (SVC_MASTER_KEY_FILE; master.key in the data directory)');

  /**
   * Runs a command on files. What it runs is imported when it runs: every other command is a client of the service and has
   * no use for SQLite. The result decides the exit code.
   */
  async function run<T extends DataReport>(
    command: Command,
    { data, keyFile }: DataOptions,
    work: (facts: { dataDir: string; keyFile: string | undefined; now: () => number }) => Promise<T>,
  ): Promise<void> {
    const { host, output } = local(command);
    if (Number.parseInt(process.versions.node, 10) < MIN_NODE)
      throw new CliFailure(
        'OLD_NODE',
        `replay admin needs Node ${MIN_NODE} or newer, this is ${process.versions.node}`,
        'Run replay with the Node of the service.',
      );
    const report = await work({
      dataDir: data ?? (host.env.SVC_DATA_DIR || './data'),
      keyFile: keyFile ?? (host.env.SVC_MASTER_KEY_FILE || undefined),
      now: host.now,
    }).catch(async (fault: unknown) => {
      const { refusalOf } = await import('../../functions/platform/standalone/admin/refusal-of.ts');
      const refusal = refusalOf(fault);
      throw refusal === null ? fault : new CliFailure('REFUSED', refusal);
    });
    output.result(report, () => reportText(report));
    if (report.faultCount > 0) exit(1);
  }

  const check = withData(
    admin
      .command('check')
      .description('check the table file, every row, every blob that a row names, the version and the keys'),
  );
  check.action(async (options: DataOptions) => {
    await run(check, options, async ({ dataDir, ...facts }) => {
      const { checkData } = await import('../../functions/platform/standalone/admin/check-data.ts');
      return checkData(dataDir, facts);
    });
  });

  const backup = withData(
    admin
      .command('backup')
      .description('copy the data directory, also while the service runs, and check the copy')
      .requiredOption('--to <directory>', 'new or empty directory'),
  )
    .option('--with-keys', 'also copy the key file: anyone with the backup can then open sealed values')
    .option('--without-keys', 'leave the key file out: without its own copy, what is sealed is lost');
  backup.action(async (options: DataOptions & { to: string; withKeys?: true; withoutKeys?: true }) => {
    const { withKeys = false, withoutKeys = false, to } = options;
    if (withKeys === withoutKeys)
      throw new CliFailure('KEYS', '--with-keys or --without-keys is required', 'Add one of them.');
    await run(backup, options, async ({ dataDir, ...facts }) => {
      const { backupData } = await import('../../functions/platform/standalone/admin/backup-data.ts');
      return backupData(dataDir, to, { ...facts, withKeys });
    });
  });

  const restore = admin
    .command('restore')
    .description('make a data directory of a backup, and check it')
    .requiredOption('--from <directory>', 'the backup')
    .option('--data <directory>', 'new or empty data directory (SVC_DATA_DIR; ./data)');
  restore.action(async (options: DataOptions & { from: string }) => {
    await run(restore, options, async ({ dataDir, now }) => {
      const { restoreData } = await import('../../functions/platform/standalone/admin/restore-data.ts');
      return restoreData(options.from, dataDir, now);
    });
  });
}

function reportText({ dataVersion, rows, blobs, keys, faults, faultCount }: DataReport): string {
  const lines = faults.map((fault) => {
    if (fault.what === 'row') return `row ${fault.pk} ${fault.sk} ${fault.detail}`;
    if (fault.what === 'blob') return `blob ${fault.blob} of row ${fault.pk} ${fault.sk} ${fault.detail}`;
    return `${fault.what} ${fault.detail}`;
  });
  if (faultCount > faults.length) lines.push(`and ${faultCount - faults.length} more`);
  lines.push(`version ${dataVersion ?? 'unknown'}, ${rows} rows, ${blobs} blobs, keys ${keys}: ${faultCount} faults`);
  return lines.join('\n');
}
