/** An object without some of its members, in the order of the others. */
export const without = <T extends object, const K extends keyof T>(object: T, names: readonly K[]): Omit<T, K> =>
  // Entries lose the types of their members.
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.some((one) => one === name))) as Omit<T, K>;
