/**
 * An error that ends a command; its code decides the exit code. One sentence on what happened and one on what to do.
 */
export class CliFailure extends Error {
  readonly code: string;
  readonly advice: string | null;

  constructor(code: string, message: string, advice: string | null = null) {
    super(message);
    this.name = 'CliFailure';
    this.code = code;
    this.advice = advice;
  }
}
