/** A JSON value (RFC 8259). Members that are undefined are left out of its text. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined };
