#!/usr/bin/env node
import { homedir } from 'node:os';
import { completeNode } from '../cli/complete-node.ts';
import { runCli } from '../cli/run-cli.ts';
import manifest from '../package.json' with { type: 'json' };

/** `replay`: the service's command line interface. */
completeNode();

const stopping = new AbortController();
let isWatched = false;

// A reader that closes the pipe (`replay logs … | head`) needs no more output.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 2));

// Without await: the single executable is CommonJS.
const deciding = runCli(
  process.argv,
  {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: Date.now,
    homeDirectory: homedir(),
    interrupted: () => {
      if (!isWatched) {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) {
          process.on(signal, () => {
            if (stopping.signal.aborted) process.exit(130);
            stopping.abort();
          });
        }
        isWatched = true;
      }
      return stopping.signal;
    },
  },
  manifest.version,
);

deciding.then((exitCode) => {
  process.exitCode = exitCode;
});
