/** What ends a command: a sentence that says what happened, and one that says what to do. Exit code 2. */
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
