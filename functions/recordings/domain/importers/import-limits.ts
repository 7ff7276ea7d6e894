/** Maximum exchanges of one file. */
export const MAX_EXCHANGES = 100_000;

/** Maximum bytes of one request or response in a file: what the comparison reads of an answer. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** The message for a file with more exchanges. */
export const TOO_MANY_EXCHANGES = `the file contains more than ${MAX_EXCHANGES.toLocaleString('en-US')} exchanges, the limit of an import; split it`;
