/** Why an invocation has no answer: by the name that Step Functions and logs of AWS have for it. */
export class LambdaFault extends Error {
  override readonly name: string;

  constructor(name: string) {
    super(name);
    this.name = name;
  }
}

/** Requests and whole answers. */
export const MAX_PAYLOAD = 6 * 1024 * 1024;
/** What Lambda streams of one answer. */
export const MAX_STREAMED = 200 * 1024 * 1024;
