import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryDataDir } from '../support/running-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const ANALYZE = '/usr/bin/systemd-analyze';
const UNITS = ['replay-service.service', 'replay-backup.service', 'replay-backup.timer'] as const;

const { dataDir: folder, remove } = temporaryDataDir();
afterAll(remove);
const unit = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

/** The units in a folder, with commands that exist: systemd looks for them. */
function written(change: (text: string) => string = (text) => text): string[] {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const command of ['replay-service', 'replay']) {
    writeFileSync(join(folder, 'bin', command), '#!/bin/sh\n');
    chmodSync(join(folder, 'bin', command), 0o755);
  }
  return UNITS.map((name) => {
    const file = join(folder, name);
    writeFileSync(file, change(unit(name)).replaceAll('/opt/replay/bin/', `${folder}/bin/`));
    return file;
  });
}

const analyze = (...args: string[]) => spawnSync(ANALYZE, args, { encoding: 'utf8' });

describe.runIf(existsSync(ANALYZE))('the units of deploy/, where systemd-analyze is installed', () => {
  test('are accepted by systemd, and a wrong one is not', () => {
    expect(analyze('verify', ...written()).stderr).toBe('');
    expect(
      analyze('verify', ...written((text) => text.replace('TimeoutStopSec=30', 'TimeoutStopSec=soon'))).stderr,
    ).toContain('Failed to parse');
  });

  test('give the service little access by the measure of systemd', () => {
    const [service = ''] = written();
    // From 0 to 100; an unchanged unit has 96.
    const measured = (threshold: number) => analyze('security', '--offline=true', `--threshold=${threshold}`, service);
    expect(measured(25).status, measured(25).stdout).toBe(0);
    expect(measured(1).status).not.toBe(0);
  });

  test('make a backup each day', () => {
    const calendar = /^OnCalendar=(.*)$/m.exec(unit('replay-backup.timer'))?.[1] ?? '';
    const { stdout, status } = analyze('calendar', '--iterations=2', '--base-time=2026-11-29 12:00:00 UTC', calendar);
    expect(status).toBe(0);
    expect(stdout).toMatch(/2026-11-30 03:00:00[\s\S]*2026-12-01 03:00:00/);
  });
});
