import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback, and the mails that it has received. */
export interface MailServer {
  url: string;
  mails: string[];
  close(): Promise<void>;
}

/** Starts a mail server; `received` gets each mail as it was sent. */
export async function openMailServer(received: (mail: string) => void): Promise<MailServer> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _, done) => {
      text(stream).then((mail) => {
        mails.push(mail);
        received(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // of a TCP server
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
