import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programPath } from '../real-servers/programs.ts';

/** What starts a proxy by the file that a page has written, on loopback, with all that it writes in a folder. */
export interface ProxyCommand {
  command: string[];
  /** Where it stores what it likes. */
  env: Record<string, string>;
}

/** Caddy as its package starts it, without its ports for http and for its administration. */
function caddy(root: string): ProxyCommand {
  const file = join(root, 'main.Caddyfile');
  const options = ['admin off', 'auto_https disable_redirects', 'default_bind 127.0.0.1'];
  writeFileSync(file, `{\n${options.map((option) => `  ${option}\n`).join('')}}\nimport ${root}/etc/caddy/Caddyfile\n`);
  return {
    command: [programPath('caddy') ?? 'caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    env: { HOME: root, XDG_DATA_HOME: join(root, 'caddy'), XDG_CONFIG_HOME: join(root, 'caddy') },
  };
}

/** nginx as its package starts it, in the foreground. */
function nginx(root: string): ProxyCommand {
  const file = join(root, 'main.nginx.conf');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(root, 'nginx', name), { recursive: true });
    return `  ${name}_temp_path ${root}/nginx/${name};\n`;
  });
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  writeFileSync(
    file,
    `${user}daemon off;\npid ${root}/nginx/pid;\nevents {}\nhttp {\n  access_log off;\n${folders.join('')}  include ${root}/etc/nginx/conf.d/*.conf;\n}\n`,
  );
  return { command: [programPath('nginx') ?? 'nginx', '-e', 'stderr', '-c', file], env: {} };
}

/** The proxies by the names of their units. */
export const PROXIES: Readonly<Record<string, (root: string) => ProxyCommand>> = { caddy, nginx };
