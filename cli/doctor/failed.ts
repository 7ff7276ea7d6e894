import { CliFailure } from '../cli-failure.ts';
import { type Finding, finding } from './finding.ts';

/** The finding of a request that failed; a fault of our own is thrown on. */
export function failed(check: Finding['check'], fault: unknown): Finding {
  if (!(fault instanceof CliFailure)) throw fault;
  return finding(check, 'fail', fault.message, fault.advice ?? 'See docs/cli.md.');
}
