/** What tests use of packages without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}

declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  export class SMTPServer {
    constructor(options: {
      authOptional: boolean;
      disabledCommands: string[];
      onData(mail: Readable, session: object, done: (fault?: Error) => void): void;
    });
    readonly server: Server;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
  }
}
