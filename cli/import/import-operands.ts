/**
 * Takes the application as the first of several operands too, as other commands do, unless a file has its name or the
 * option names one.
 */
export function withOperand<T extends { appId?: string }>(
  operands: readonly string[],
  options: T,
  exists: (path: string) => boolean,
): [files: readonly string[], options: T] {
  const [first = '', ...files] = operands;
  const isApplication = files.length > 0 && !options.appId && /^[\w-]+$/.test(first) && !exists(first);
  return isApplication ? [files, { ...options, appId: first }] : [operands, options];
}
