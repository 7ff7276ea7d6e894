/** Functions by name, each of which takes what it works on as its first argument. */
type Functions<Subject> = Readonly<Record<string, (subject: Subject, ...rest: never[]) => unknown>>;

/** The same functions without that argument. */
type Bound<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (subject: never, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/** Binds functions of a module to what they work on, such as a store's functions to its table. */
export const bound = <Subject, Calls extends Functions<Subject>>(subject: Subject, calls: Calls): Bound<Calls> =>
  // Entries lose the types of their members.
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, (...rest: never[]) => call(subject, ...rest)]),
  ) as Bound<Calls>;
