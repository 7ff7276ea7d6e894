import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from '../world.ts';

const CONNECT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
/** Maximum characters of the address in a file name; file systems allow 255 bytes in total. */
const MAX_ADDRESS_LENGTH = 200;

/** A mail consists of text and addresses; nothing in it may make the library read files or urls. */
const PLAIN = { disableFileAccess: true, disableUrlAccess: true };

/** The Mail port on an SMTP server (`smtp://` with STARTTLS if offered, `smtps://`; SVC_SMTP_URL). */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({
    url,
    ...PLAIN,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async send(message) {
      await transport.sendMail({ ...message, from });
    },
  };
}

/**
 * The Mail port without a mail server: writes each mail to one RFC 5322 file `<time>-<to>.eml`, readable only by its
 * owner (interface 4.8).
 */
export function outboxMail(directory: string, from: string, now: () => number): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...PLAIN });
  return {
    async send(message) {
      const date = new Date(now());
      const { message: bytes } = await transport.sendMail({ ...message, from, date });
      if (!Buffer.isBuffer(bytes)) throw new Error('the mail was not composed in time');
      const to = message.to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, MAX_ADDRESS_LENGTH);
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const file = join(directory, `${date.toISOString().replaceAll(':', '-')}-${to}.eml`);
      // Linked into place: no reader sees a partial mail, and none replaces another one.
      const aside = `${file}.${randomBytes(4).toString('hex')}`;
      try {
        await writeFile(aside, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await link(aside, file);
      } finally {
        await rm(aside, { force: true });
      }
    },
  };
}
