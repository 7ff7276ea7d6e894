import { setTimeout as sleep } from 'node:timers/promises';
import cliProgress from 'cli-progress';
import type { FinishedRun } from './replay-run.ts';
import type { ServiceClient } from './service-client.ts';

const POLL_MS = 200;
const TIMEOUT_MS = 60_000;

/** Polls a replay until it finishes and shows its progress: a bar on a terminal, lines elsewhere. */
export async function watchReplay(
  { poll }: Pick<ServiceClient, 'poll'>,
  planId: string,
  output: NodeJS.WriteStream,
): Promise<FinishedRun> {
  const progress = output.isTTY ? bar(output) : lines(output);
  try {
    for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await sleep(POLL_MS)) {
      const run = await poll(planId);
      if (run.status === 'COMPLETED') return run;
      progress.show(run.status, run.progress);
    }
    throw new Error(`the replay did not finish within ${TIMEOUT_MS / 1000} s`);
  } finally {
    progress.end();
  }
}

interface ProgressView {
  show(status: string, progress: number): void;
  end(): void;
}

function bar(stream: NodeJS.WriteStream): ProgressView {
  const format = '  {bar} {percentage} %  {status}';
  const shown = new cliProgress.SingleBar({ format, stream }, cliProgress.Presets.shades_classic);
  shown.start(100, 0, { status: 'PENDING' });
  return {
    show: (status, progress) => shown.update(Math.floor(progress * 100), { status: wording(status, progress) }),
    end: () => shown.stop(),
  };
}

function lines(stream: NodeJS.WriteStream): ProgressView {
  let last = '';
  return {
    show(status, progress) {
      const line = `  ${String(Math.floor(progress * 100)).padStart(3)} %  ${wording(status, progress)}\n`;
      if (line !== last) stream.write(line);
      last = line;
    },
    end() {},
  };
}

const wording = (status: string, progress: number) => (progress === 1 ? `${status}, findings settle` : status);
