import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ended } from '../../cli/replay-process.ts';
import { arm64BaseImage, baseImage } from './base-images.ts';

/** Whether this machine can build and run images. */
export const hasBuildah = (): boolean => existsSync('/usr/bin/buildah');

/** What an image says of itself, as far as tests read it (OCI image configuration, and Docker's health check). */
interface ImageFacts {
  architecture: string;
  config: {
    User: string;
    Env: string[];
    Entrypoint: string[];
    Cmd: string[] | null;
    Volumes: Record<string, unknown>;
    ExposedPorts: Record<string, unknown>;
    Labels: Record<string, string>;
    Healthcheck?: { Test: string[] };
  };
  bytes: number;
}

/** Container images and containers of buildah in a folder of their own. Containers share the network of the machine. */
export interface ContainerStore {
  /**
   * Builds an image, from a base that was made on this machine, by a file in a folder of release files. Its name is
   * `service`, or `service-arm64` for that processor.
   */
  build(context: string, file: string, arch?: 'arm64'): void;
  inspect(image: string): ImageFacts;
  baseBytes: number;
  /** Creates a container. */
  container(image: string): string;
  /** Runs a command in a container, as the user and with the environment of its image. */
  run(container: string, command: readonly string[], env: Record<string, string>): Promise<Ended>;
  /** Starts a command likewise. What it writes to stdout is passed over. */
  start(container: string, command: readonly string[], env: Record<string, string>): ChildProcess;
  /** The files in the root of a container that its user has written, or may write. */
  written(container: string): string[];
  /** Ends what still runs in containers, and removes all. */
  remove(): void;
}

export function openContainerStore(): ContainerStore {
  const folder = mkdtempSync(join(tmpdir(), 'containers-'));
  // Without a daemon, without namespaces of users, and without overlays.
  const global = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...global, ...args], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const inspect = (image: string): ImageFacts => {
    const { Docker: docker } = JSON.parse(buildah('inspect', '--type', 'image', image));
    const [{ size }] = JSON.parse(buildah('images', '--json', image));
    return { architecture: docker.architecture, config: docker.config, bytes: bytesOf(size) };
  };
  const runArguments = (container: string, command: readonly string[], given: Record<string, string>) => [
    ...global,
    'run',
    ...Object.entries({ ...given, [MARK]: folder }).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    container,
    '--',
    ...command,
  ];
  const start = (container: string, command: readonly string[], given: Record<string, string>) =>
    spawn('buildah', runArguments(container, command, given), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const base = baseImage(buildah, join(folder, 'base'));
  const arm64Base = arm64BaseImage(buildah, join(folder, 'base-arm64'));
  return {
    build(context, file, arch) {
      const image = file.replace('.Containerfile', arch ? `-${arch}` : '');
      const [platform, from] = arch ? [`linux/${arch}`, arm64Base] : ['linux/amd64', base];
      const args = ['--pull-never', '--platform', platform, '--build-arg', `BASE=${from}`];
      buildah('bud', '--quiet', '--format', 'docker', ...args, '-f', join(context, file), '-t', image, context);
    },
    inspect,
    baseBytes: inspect(base).bytes,
    container: (image) => buildah('from', '--pull-never', image),
    async run(container, command, given) {
      const child = start(container, command, given);
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code, stdout, stderr };
    },
    start(container, command, given) {
      const child = start(container, command, given);
      // A full pipe would stop what runs in the container.
      child.stdout.resume();
      return child;
    },
    written: (container) =>
      execFileSync('find', [buildah('mount', container), '-xdev', '-uid', '1000', '-printf', '/%P\\n'], {
        encoding: 'utf8',
      })
        .split('\n')
        .filter((path) => path !== ''),
    remove() {
      killMarked(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A variable of all processes in containers: buildah ends without them, and passes no signal on. */
const MARK = 'TEST_CONTAINERS';

function killMarked(mark: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (environmentOf(pid).includes(`${MARK}=${mark}`)) process.kill(Number(pid), 'SIGKILL');
}

/** Why the variables of a process are not read: it has ended since it was listed, or belongs to the system. */
const OF_OTHERS = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'];

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && OF_OTHERS.includes(String(fault.code))) return [];
    throw fault;
  }
}

const UNITS: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };

/** `135 MB`. */
function bytesOf(size: string): number {
  const [number = '', unit = ''] = size.split(' ');
  return Number(number) * (UNITS[unit] ?? 1);
}
