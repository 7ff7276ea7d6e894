import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { isMissing, programPath } from './programs.ts';
import { type RealServer, startServer, unprivileged } from './server-process.ts';

export const hasNoMariadb = (): boolean => isMissing('MariaDB', 'mariadbd', 'mariadb-install-db');

/** The user of a server that a test starts. */
export const MARIADB_USER = { user: 'shop', password: 'wire-secret', database: 'shop' };

/** Starts a MariaDB server with an empty database of its own. */
export async function startMariadbServer(): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'));
  const user = unprivileged('mysql');
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const [data, socket, init] = [join(folder, 'data'), join(folder, 'socket'), join(folder, 'init.sql')];
  execFileSync(
    programPath('mariadb-install-db') ?? 'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--skip-test-db', '--auth-root-authentication-method=normal'].concat(
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-log-file-size=4M',
    ),
    { ...user, stdio: 'pipe' },
  );
  const { user: name, password, database } = MARIADB_USER;
  writeFileSync(
    init,
    `CREATE DATABASE ${database};\nCREATE USER ${name}@'%' IDENTIFIED BY '${password}';\nGRANT ALL ON ${database}.* TO ${name}@'%';\n`,
  );
  const port = await freePort();
  const server = await startServer(
    programPath('mariadbd') ?? 'mariadbd',
    ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, `--port=${port}`, '--bind-address=127.0.0.1'].concat(
      `--init-file=${init}`,
      '--innodb-flush-log-at-trx-commit=0',
      '--skip-log-bin',
    ),
    { ...user, port, ready: /ready for connections/ },
  );
  return {
    port,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
