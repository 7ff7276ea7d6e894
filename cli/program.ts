import type { Command } from 'commander';
import type { OpenSession } from './session.ts';

/** The program that commands are added to. */
export interface Program {
  program: Command;
  open: OpenSession;
  /** Sets the process's exit code. */
  exit(code: number): void;
}
