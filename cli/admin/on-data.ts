import { CliFailure } from '../cli-failure.ts';
import type { Host } from '../host.ts';
import { type DataFacts, type DataOptions, dataFacts } from './data-options.ts';

/** The first version of node that has everything that the table file is read with. */
const MIN_NODE = 24;

/**
 * Runs work on a data directory. What it runs is imported when it runs: every other command is a client of the service
 * and has no use for SQLite. A refusal ends the command.
 */
export async function onData<T>(host: Host, options: DataOptions, work: (facts: DataFacts) => Promise<T>): Promise<T> {
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE)
    throw new CliFailure(
      'OLD_NODE',
      `replay admin needs Node ${MIN_NODE} or newer, this is ${process.versions.node}`,
      'Run replay with the Node of the service.',
    );
  return work(dataFacts(options, host)).catch(async (fault: unknown) => {
    const { refusalOf } = await import('../../functions/platform/standalone/admin/refusal-of.ts');
    const refusal = refusalOf(fault);
    throw refusal === null ? fault : new CliFailure('REFUSED', refusal);
  });
}
