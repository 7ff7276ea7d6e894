/** The parts of undici that send requests; its main module brings fetch, caches, mocks and WebSocket as well. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  /** `dispatcher.connect`, which the main module adds to dispatchers. */
  export default function connect(
    this: Dispatcher,
    options: Dispatcher.ConnectOptions & { origin: string },
  ): Promise<Dispatcher.ConnectData>;
}
