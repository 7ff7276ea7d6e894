import { homedir } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCli } from '../../cli/run-cli.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Ended } from './replay-process.ts';

/**
 * Runs `replay` in this process until it exits, over streams of its own. A process of its own takes 0.3 s of processor
 * time to start: `startReplay` is for tests of signals, memory, and what outlives a command.
 */
export async function replay(args: readonly string[], env: Record<string, string>, stdin = ''): Promise<Ended> {
  // They are pipes, as where a script reads the output.
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await runCli(
    ['node', 'replay', ...args],
    {
      env,
      stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)], { objectMode: false }),
      stdout: stdout as unknown as NodeJS.WriteStream, // without the members of a terminal
      stderr: stderr as unknown as NodeJS.WriteStream, // without the members of a terminal
      now: Date.now,
      homeDirectory: env.HOME ?? homedir(),
      interrupted: () => new AbortController().signal,
    },
    manifest.version,
  );
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, stdout: out, stderr: err };
}
