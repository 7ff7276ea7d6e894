/** A port of which every member is a function that returns a promise. */
type Asynchronous<Port> = { [Name in keyof Port]: (...args: never[]) => Promise<unknown> };

/**
 * A port whose code is loaded when it is first called: a cold start does not wait for clients that most requests never
 * use. Every member of the port is a function that returns a promise.
 */
export function lazyPort<Port extends Asynchronous<Port>>(load: () => Promise<Port>): Port {
  let loading: Promise<Port> | undefined;
  const loaded = () => {
    loading ??= load().catch((fault: unknown) => {
      loading = undefined;
      throw fault;
    });
    return loading;
  };
  const members = {
    get:
      (_: object, name: string) =>
      async (...args: unknown[]): Promise<unknown> => {
        const port = await loaded();
        const member: (...args: unknown[]) => Promise<unknown> = Reflect.get<object, string>(port, name);
        return member.apply(port, args);
      },
  };
  return new Proxy({}, members) as Port; // every member is there when it is called
}
