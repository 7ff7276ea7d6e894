import type { Command } from 'commander';
import type { DataReport } from '../../functions/platform/standalone/admin/check-data.ts';
import { addUsers } from '../admin/add-users.ts';
import { type DataFacts, type DataOptions, withDataOptions } from '../admin/data-options.ts';
import { onData } from '../admin/on-data.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Program } from '../program.ts';

const EXAMPLES = `
These commands work on the files of a standalone service on this machine, without a running service. A deployment on AWS
has backups of its own. check, backup and user add also work while the service runs.

Examples:
  $ replay admin check --data /var/lib/replay
  $ replay admin backup --data /var/lib/replay --to /backup/monday --without-keys
  $ replay admin restore --from /backup/monday --data /var/lib/replay-new
  $ replay admin user add ann@example.com --role admin

Exit codes: 0 sound; 1 done, and single rows or blobs are damaged; 2 not done.`;

/** `replay admin`: checks, backs up and restores the data directory of a standalone service, and adds users to it. */
export function addAdmin({ program, local, exit }: Program): void {
  const admin = program
    .command('admin')
    .description('check, back up and restore a standalone service on this machine, and add its first administrator')
    .addHelpText('after', EXAMPLES);

  /** The result decides the exit code. */
  async function run<T extends DataReport>(
    command: Command,
    options: DataOptions,
    work: (facts: DataFacts) => Promise<T>,
  ): Promise<void> {
    const { host, output } = local(command);
    const report = await onData(host, options, work);
    output.result(report, () => reportText(report));
    if (report.faultCount > 0) exit(1);
  }

  const check = withDataOptions(
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

  const backup = withDataOptions(
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

  addUsers(admin, { local });
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
