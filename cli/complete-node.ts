/** Adds what Node 20 lacks of the functions that `replay` uses. Call it first. */
export function completeNode(): void {
  URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);
  Promise.withResolvers ??= withResolvers;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let settle: Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as NonNullable<typeof settle>) }; // the executor has run
}
