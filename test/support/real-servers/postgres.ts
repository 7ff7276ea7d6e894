import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { isMissing, programPath } from './programs.ts';
import { type RealServer, startServer, unprivileged } from './server-process.ts';

export const hasNoPostgres = (): boolean => isMissing('PostgreSQL', 'initdb', 'postgres');

/** The only user of a server that a test starts; it signs in by SCRAM. */
export const POSTGRES_USER = { user: 'shop', password: 'wire-secret', database: 'postgres' };

/** Starts a PostgreSQL server with an empty cluster of its own. */
export async function startPostgresServer(): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = unprivileged('postgres');
  const passwords = join(folder, 'password');
  writeFileSync(passwords, POSTGRES_USER.password);
  for (const path of [folder, passwords]) if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? user.uid);
  const data = join(folder, 'data');
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  execFileSync(
    programPath('initdb') ?? 'initdb',
    [`--pgdata=${data}`, `--username=${POSTGRES_USER.user}`, `--pwfile=${passwords}`, '--auth=scram-sha-256'].concat(
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ),
    { ...user, env, cwd: folder, stdio: 'pipe' },
  );
  const port = await freePort();
  const server = await startServer(
    programPath('postgres') ?? 'postgres',
    [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-F',
      '-c',
      'timezone=UTC',
      '-c',
      'max_connections=50',
    ],
    // SIGINT: disconnect clients and stop.
    { ...user, port, ready: /ready to accept connections/, signal: 'SIGINT' },
  );
  return {
    port,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
