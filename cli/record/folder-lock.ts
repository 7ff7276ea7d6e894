import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How often a holder shows other machines that it lives, ms. */
const HEARTBEAT_MS = 15_000;
/** A holder on another machine that was not seen for this long has ended, ms. */
const FOREIGN_MS = 60_000;
/** A process that does not answer for this long is stopped, and still holds what it held, ms. */
const ANSWER_MS = 2_000;
/** Two processes that ask at the same time both step back this often before the folder counts as held. */
const MAX_TRIES = 20;
/** Longer addresses of sockets are cut on some systems (sun_path). */
const MAX_ADDRESS_BYTES = 103;

/**
 * Takes a folder for this process until the returned function is called, or the process ends in any way; null if
 * another process has it.
 *
 * The holder listens on a Unix socket in the folder, which the system closes with the process. So a killed process
 * leaves a socket that refuses connections, and no process id is compared. Who asks publishes a listening socket
 * first and then looks at the others: of two processes at least one sees the other. On Windows it is a named pipe,
 * which has one owner.
 *
 * @throws The fault of the file system; ENAMETOOLONG if the path is too long for the address of a socket.
 */
export async function lockFolder(folder: string): Promise<(() => void) | null> {
  if (process.platform === 'win32') return lockPipe(folder);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const taken = await tryFolder(folder);
    if (taken !== 'both asked') return taken;
    await wait(5 + Math.random() * 45 * (tries + 1));
  }
  return null;
}

async function tryFolder(folder: string): Promise<(() => void) | null | 'both asked'> {
  const name = `lock-${HERE.boot}-${HERE.machine}-${randomBytes(4).toString('hex')}`;
  const path = join(folder, name);
  // Named only when it listens: a socket that refuses is one whose process has ended.
  const unnamed = join(folder, name.replace(/^lock/, 'new'));
  if (Buffer.byteLength(unnamed) > MAX_ADDRESS_BYTES)
    throw Object.assign(new Error('the path is too long'), { code: 'ENAMETOOLONG' });
  let answer: Answer = 'asks';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(answer);
  });
  await listening(server, unnamed);
  await rename(unnamed, path);
  const release = () => {
    rmSync(path, { force: true });
    server.close();
  };
  try {
    const others = (await readdir(folder)).filter((other) => /^(?:lock|new)-/.test(other) && other !== name);
    const states = await Promise.all(others.map(async (other) => [other, await stateOf(folder, other)] as const));
    const hasState = (wanted: Answer) => states.some(([, state]) => state === wanted);
    if (hasState('holds') || hasState('asks')) {
      release();
      return hasState('holds') ? null : 'both asked';
    }
    for (const [other] of states.filter(([, state]) => state === 'ended'))
      await rm(join(folder, other), { force: true });
  } catch (fault) {
    release();
    throw fault;
  }
  answer = 'holds';
  const heartbeat = setInterval(() => void touch(path), HEARTBEAT_MS).unref();
  return () => {
    clearInterval(heartbeat);
    release();
  };
}

type Answer = 'asks' | 'holds';

/** `unknown`: not named yet, or just going away; it is not an obstacle. */
async function stateOf(folder: string, name: string): Promise<Answer | 'ended' | 'unknown'> {
  const path = join(folder, name);
  const said = await asked(path);
  if (said === 'asks' || said === 'holds' || said === 'unknown') return said;
  const [kind, boot, machine] = name.split('-');
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => null,
  );
  if (age === null) return 'unknown';
  // Between two calls of another process it has a socket that does not listen yet.
  if (kind === 'new') return age > FOREIGN_MS ? 'ended' : 'unknown';
  // Sockets are reached from every container of this system; after a restart they are of another one.
  const isHere = boot === HERE.boot || machine === HERE.machine;
  return isHere || age > FOREIGN_MS ? 'ended' : 'holds';
}

/** What the process behind a socket says. Whatever is neither refused nor gone counts as held. */
const asked = (path: string): Promise<Answer | 'refused' | 'unknown'> =>
  new Promise((settle) => {
    let text = '';
    const socket = createConnection(path);
    socket.setEncoding('utf8').setTimeout(ANSWER_MS, () => {
      socket.destroy();
      settle('holds');
    });
    socket.on('data', (part) => {
      text += String(part);
    });
    // Closed without a word: it steps back.
    socket.once('end', () => settle(text === 'holds' ? 'holds' : 'asks'));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      settle(
        code === 'ECONNREFUSED' ? 'refused' : code === 'ENOENT' ? 'unknown' : code === 'ECONNRESET' ? 'asks' : 'holds',
      );
    });
  });

async function lockPipe(folder: string): Promise<(() => void) | null> {
  const server = createServer((socket) => socket.destroy());
  try {
    await listening(server, String.raw`\\.\pipe\replay-spool-${digest(resolve(folder).toLowerCase())}`);
    return () => void server.close();
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && (fault.code === 'EADDRINUSE' || fault.code === 'EACCES'))
      return null;
    throw fault;
  }
}

const listening = (server: Server, address: string): Promise<void> =>
  new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(address, () => {
      server.off('error', failed);
      server.unref();
      done();
    });
  });

const touch = (path: string): Promise<void> => utimes(path, new Date(), new Date()).catch(() => {});

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** This start of the system, and this machine or container. */
const HERE = {
  boot: digest(textOf('/proc/sys/kernel/random/boot_id') ?? hostname()),
  machine: digest(JSON.stringify([textOf('/etc/machine-id'), hostname()])),
};

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
