import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchArm64Node } from '../../../release/arm64-node.ts';
import { ARM64_LIBRARIES, emulatesArm64, QEMU } from './emulation.ts';

type Buildah = (...args: string[]) => string;

/** An image with this process's Node, what it links, and `env`, in place of one from a registry. */
export function baseImage(buildah: Buildah, folder: string): string {
  for (const file of [process.execPath, '/usr/bin/env']) {
    const linked = execFileSync('ldd', [file], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? [];
    for (const library of linked) copyInto(folder, realpathSync(library), library);
  }
  copyInto(folder, process.execPath, '/usr/local/bin/node');
  copyInto(folder, '/usr/bin/env', '/usr/bin/env');
  return committed(buildah, folder, 'amd64');
}

/** The same for arm64: with a Node, its libraries and what runs them at `/qemu`, where this machine can run them. */
export function arm64BaseImage(buildah: Buildah, folder: string): string {
  if (emulatesArm64()) {
    const fetched = fetchArm64Node(mkdtempSync(`${folder}-node`));
    if ('fault' in fetched) throw new Error(fetched.fault);
    copyInto(folder, join(fetched.folder, 'bin/node'), '/usr/local/bin/node');
    cpSync(join(ARM64_LIBRARIES, 'lib'), join(folder, 'lib'), { recursive: true, verbatimSymlinks: true });
    copyInto(folder, QEMU, '/qemu');
  }
  return committed(buildah, folder, 'arm64');
}

function committed(buildah: Buildah, folder: string, arch: 'amd64' | 'arm64'): string {
  mkdirSync(join(folder, 'tmp'), { recursive: true, mode: 0o777 });
  const container = buildah('from', '--platform', `linux/${arch}`, 'scratch');
  buildah('copy', '--quiet', container, folder, '/');
  buildah('commit', '--quiet', container, `localhost/node-${arch}`);
  return `localhost/node-${arch}`;
}

function copyInto(folder: string, file: string, path: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  cpSync(file, join(folder, path));
}
