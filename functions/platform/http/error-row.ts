/** An error that every family knows; how it is worded is the family's. */
export interface ErrorRow<Code extends string = string> {
  status: number;
  code: Code;
  message: string;
  /** The console's responseCode (interface 4.5, 4.8). */
  responseCode: number;
  /** Sent with it. */
  headers?: Readonly<Record<string, string>>;
}
