import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { outboxMail, smtpMail } from '../../../functions/platform/standalone/mail.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const MAIL = { to: 'ann@shop.test', subject: 'Your code', text: '123456 is your code.\n.\nBis später\n' };

describe('mail into the outbox (interface 4.8)', () => {
  test('is one RFC 5322 file <time>-<to>.eml, which only the owner may read', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'mail-'));
    cleanUps.push(() => rmSync(parent, { recursive: true }));
    const directory = join(parent, 'outbox');
    const mail = outboxMail(directory, 'replay@shop.test', () => Date.parse('2026-11-20T10:00:00.123Z'));
    await mail.send(MAIL);
    await mail.send({ ...MAIL, to: 'a/../b@shop.test' });
    await mail.send({ ...MAIL, to: `${'x'.repeat(64)}@${'y.'.repeat(90)}test` });
    const files = readdirSync(directory).sort();
    expect(files.slice(0, 2)).toEqual([
      '2026-11-20T10-00-00.123Z-a_.._b@shop.test.eml',
      '2026-11-20T10-00-00.123Z-ann@shop.test.eml',
    ]);
    expect(files[2]?.length).toBeLessThan(255);
    const file = join(directory, files[1] ?? '');
    expect([statSync(file).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700]);
    const [head = '', body] = readFileSync(file, 'latin1').split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: replay@shop.test',
        'To: ann@shop.test',
        'Subject: Your code',
        'Date: Fri, 20 Nov 2026 10:00:00 +0000',
        'Content-Type: text/plain; charset=utf-8',
      ]),
    );
    expect(body).toContain('123456 is your code.\r\n');
  });
});

/** A minimal mail server that accepts an email and stores what it received. */
function mailServer(refused = ''): Promise<{ url: string; said: string[] }> {
  const said: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    answer('220 mail.test ESMTP');
    let rest = '';
    socket.on('data', (bytes) => {
      rest += bytes;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        said.push(line);
        if (inData && line !== '.') continue;
        if (line === 'DATA') inData = true;
        const command = line.slice(0, 4);
        if (command === refused) answer('550 no such user ann@shop.test');
        else if (line === 'DATA') answer('354 go on');
        else if (line === '.') {
          inData = false;
          answer('250 taken');
        } else answer(command === 'QUIT' ? '221 bye' : '250 ok');
      }
    });
    socket.on('error', () => {});
  });
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ url: `smtp://127.0.0.1:${port}`, said });
    }),
  );
}

describe('mail by SMTP (SVC_SMTP_URL)', () => {
  test('reaches the server', async () => {
    const { url, said } = await mailServer();
    await smtpMail(url, 'replay@shop.test').send(MAIL);
    expect(said).toEqual(
      expect.arrayContaining([
        'MAIL FROM:<replay@shop.test>',
        'RCPT TO:<ann@shop.test>',
        'Subject: Your code',
        '123456 is your code.',
      ]),
    );
  });

  test('fails if the server refuses it', async () => {
    const { url } = await mailServer('RCPT');
    await expect(smtpMail(url, 'replay@shop.test').send(MAIL)).rejects.toThrow();
    await expect(smtpMail('smtp://127.0.0.1:1', 'replay@shop.test').send(MAIL)).rejects.toThrow();
  });
});
