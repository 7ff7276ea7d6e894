/** Why a proxy cannot do its work: one sentence on what happened and one on what to do, with a code for programs. */
export class ProxyFailure extends Error {
  readonly code: string;
  readonly advice: string;

  constructor(code: string, message: string, advice: string) {
    super(message);
    this.name = 'ProxyFailure';
    this.code = code;
    this.advice = advice;
  }
}
