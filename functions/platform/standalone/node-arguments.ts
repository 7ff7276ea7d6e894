/**
 * Arguments of node that the service is started with. V8's young generation has 24 MiB instead of up to 96: a process
 * that streams a million rows stays within 50 MiB of its initial memory, at the same speed (bench/logs.ts). It has them
 * from the start, where growing to them took a sixth of the processor time of a start.
 */
export const NODE_ARGUMENTS: readonly string[] = ['--min-semi-space-size=8', '--max-semi-space-size=8'];
