import { existsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { diskRoom, RESERVE_BYTES } from '../../../../functions/platform/standalone/upkeep/disk-room.ts';
import { reserveFile } from '../../../../functions/platform/standalone/upkeep/reserve-file.ts';
import { silentLog } from '../../../contracts/silent-log.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';

const MIB = 1024 * 1024;
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function stage(freeMib: number) {
  const { dataDir, remove } = temporaryDataDir();
  const disk = { free: freeMib * MIB };
  const reserve = { held: false };
  const room = diskRoom(dataDir, {
    log: silentLog,
    // The reserve is on the same disk.
    freeBytes: () => disk.free - (reserve.held ? RESERVE_BYTES : 0),
    reserve: {
      isHeld: () => reserve.held,
      make: () => {
        reserve.held = true;
      },
      release: () => {
        reserve.held = false;
      },
    },
  });
  cleanUps.push(room.close, remove);
  return { disk, reserve, room, dataDir };
}

describe('the room on the disk', () => {
  test.for([
    ['no room for the reserve twice: it is not made', 31, { held: false, isLow: true }],
    ['room for it twice: it is made', 32, { held: true, isLow: false }],
    ['much room', 10_000, { held: true, isLow: false }],
  ] as const)('decides about the reserve: %s', ([, mib, expected]) => {
    const { reserve, room } = stage(mib);
    expect({ held: reserve.held, isLow: room.isLow() }).toEqual(expected);
  });

  test('is low below the reserve, gives it up before the disk is full, and makes it again with room for two', () => {
    const { disk, reserve, room } = stage(100);
    const roomAt = (mib: number) => {
      disk.free = mib * MIB;
      room.look();
      return { held: reserve.held, isLow: room.isLow() };
    };
    expect(roomAt(32)).toEqual({ held: true, isLow: false });
    expect(roomAt(31)).toEqual({ held: true, isLow: true });
    expect(roomAt(20)).toEqual({ held: true, isLow: true });
    expect(roomAt(19)).toEqual({ held: false, isLow: true });
    expect(roomAt(31)).toEqual({ held: false, isLow: true });
    expect(roomAt(32)).toEqual({ held: true, isLow: false });
  });

  test('gives the reserve once to a write that found the disk full', () => {
    const { reserve, room } = stage(100);
    expect([room.makeRoom(), room.isLow(), reserve.held]).toEqual([true, true, false]);
    expect(room.makeRoom()).toBe(false);
    room.look();
    expect([room.isLow(), reserve.held]).toEqual([false, true]);
  });

  test('is low when the disk cannot be read', () => {
    const { dataDir, remove } = temporaryDataDir();
    const room = diskRoom(dataDir, {
      log: silentLog,
      freeBytes: () => {
        throw new Error('EIO');
      },
    });
    cleanUps.push(room.close, remove);
    expect(room.isLow()).toBe(true);
  });
});

describe('the reserve file', () => {
  test('has its size on the disk, and can be removed', () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const reserve = reserveFile(dataDir, 3 * MIB + 7);
    expect(reserve.isHeld()).toBe(false);
    reserve.make();
    expect(reserve.isHeld()).toBe(true);
    const { size, blocks, mode } = statSync(join(dataDir, 'disk.reserve'));
    expect([size, mode & 0o777]).toEqual([3 * MIB + 7, 0o600]);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    reserve.release();
    expect([reserve.isHeld(), existsSync(join(dataDir, 'disk.reserve'))]).toEqual([false, false]);
  });

  test('leaves no half if the disk is full', () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    let left = 2;
    const reserve = reserveFile(dataDir, 5 * MIB, (handle, part) => {
      if (left-- === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return writeSync(handle, part);
    });
    expect(() => reserve.make()).toThrow('no space');
    expect([reserve.isHeld(), existsSync(join(dataDir, 'disk.reserve'))]).toEqual([false, false]);
  });
});
