/** A text as one word of a POSIX shell, in which nothing has a meaning. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
