import type { Command } from 'commander';
import type { Host } from './host.ts';
import type { Output } from './output.ts';
import type { OpenSession } from './session.ts';

/** The program that commands are added to. */
export interface Program {
  program: Command;
  open: OpenSession;
  /** For commands that ask no service. */
  local(command: Command): { host: Host; output: Output };
  /** Sets the process's exit code. */
  exit(code: number): void;
}
