import { existsSync } from 'node:fs';

/** What runs programs for arm64 on this machine (Debian: `qemu-user-static`). */
export const QEMU = '/usr/bin/qemu-aarch64-static';

/** The libraries that they link (Debian: `libc6-arm64-cross`, `libstdc++6-arm64-cross`). */
export const ARM64_LIBRARIES = '/usr/aarch64-linux-gnu';

/** Whether this machine can run programs for arm64. */
export const emulatesArm64 = (): boolean =>
  existsSync(QEMU) && ['libc.so.6', 'libstdc++.so.6'].every((name) => existsSync(`${ARM64_LIBRARIES}/lib/${name}`));
