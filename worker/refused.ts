/** An unsuccessful response of the service. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`the service answered ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}
