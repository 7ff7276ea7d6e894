import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pageRunner, scriptOf } from '../docs/page-scripts.ts';
import { freePort } from '../free-port.ts';
import { temporaryDataDir } from '../running-service.ts';
import { onMachine, SERVER_NAME } from './machine-texts.ts';
import { systemManager } from './system-manager.ts';

/** A machine of a team as far as the tutorial uses it: a root folder, a system manager, and a shell. */
export interface Machine {
  root: string;
  /** The folder in which pages run. */
  cwd: string;
  /** Where the service listens, and the proxy. */
  ports: { service: number; proxy: number };
  /** The address that people open. */
  url: string;
  /** Runs the blocks of a page, or of parts of one. */
  run(page: string): Promise<{ code: number | null; output: string }>;
  /** Types a line where a command asks for one. */
  type(line: string): void;
  /** What units have written. */
  output(): string;
  /** As `systemctl` with these words. */
  systemctl(line: string): Promise<void>;
  close(): Promise<void>;
}

interface MachineOptions {
  /** Where the service listens; a free port by default. */
  servicePort?: number;
  /** What names of the page stand for here, such as a mail server. */
  instead?: ReadonlyMap<string, string>;
}

export async function openMachine({ servicePort, instead = new Map() }: MachineOptions = {}): Promise<Machine> {
  const { dataDir: root, remove } = temporaryDataDir();
  const ports = { service: servicePort ?? (await freePort()), proxy: await freePort() };
  const folders = ['opt', 'etc/caddy', 'etc/nginx/conf.d', 'etc/systemd/system', 'var/lib', 'home', 'commands'];
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  const here = (given: string) => onMachine(root, given);
  const manager = systemManager({
    root,
    proxyPort: ports.proxy,
    onMachine: (unit) => here(unit).replaceAll('PORT=8090', `PORT=${ports.service}`),
  });
  const systemctl = await openSystemctl(manager.command);
  const cwd = join(root, 'home');
  writeCommands(join(root, 'commands'), systemctl.url);
  writeFileSync(join(cwd, '.curlrc'), `connect-to = "${SERVER_NAME}:${ports.proxy}:127.0.0.1:${ports.proxy}"\n`);
  writeFileSync(join(root, 'names.mjs'), NAMES);
  const typed = new PassThrough();
  const runner = await pageRunner({
    cwd,
    typed,
    named: new Map([
      [8090, ports.service],
      [443, ports.proxy],
    ]),
    env: {
      PATH: `${join(root, 'commands')}:${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: cwd,
      NODE_COMPILE_CACHE: join(root, 'compiled'),
      NODE_OPTIONS: `--import=${join(root, 'names.mjs')}`,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    },
  });
  return {
    root,
    cwd,
    ports,
    url: `https://${SERVER_NAME}:${ports.proxy}`,
    run: (page) =>
      runner.run(scriptOf(here([...instead].reduce((all, [name, value]) => all.replaceAll(name, value), page)))),
    type: (line) => void typed.write(`${line}\n`),
    output: manager.output,
    systemctl: manager.command,
    async close() {
      runner.end();
      await manager.close();
      await systemctl.close();
      remove();
    },
  };
}

/** Programs of the page resolve the name of the server as this machine. */
const NAMES = `import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name === '${SERVER_NAME}' ? '127.0.0.1' : name, ...rest);
`;

/** Commands that need a machine of their own: users, packages and owners of files stay as they are. */
function writeCommands(folder: string, systemctlUrl: string): void {
  const commands = {
    systemctl: `exec curl -sS --fail-with-body -d "$*" ${systemctlUrl}`,
    runuser: 'shift 3; exec "$@"',
    ...Object.fromEntries(['useradd', 'apt-get', 'chown', 'chgrp'].map((name) => [name, 'exit 0'])),
  };
  for (const [name, line] of Object.entries(commands))
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
}

/** What the command `systemctl` of the machine asks. */
async function openSystemctl(command: (line: string) => Promise<void>) {
  const server = createServer(async (request, response) => {
    try {
      await command(await text(request));
      response.end();
    } catch (fault) {
      response.writeHead(500).end(`${fault}\n`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
