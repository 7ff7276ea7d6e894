/** An answer that is none of the good ones. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`the service answered ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}
