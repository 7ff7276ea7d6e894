import { describe, expect, test } from 'vitest';
import { largeAnswers, sharedRoom } from '../../../functions/platform/outbound/large-answers.ts';

const MIB = 1024 * 1024;

/** Whether a promise has resolved by now. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  await new Promise(setImmediate);
  return resolved;
}

describe('a budget that two responses share', () => {
  test('takes one turn for both, however large they become', async () => {
    const rooms = largeAnswers(1);
    const shared = sharedRoom(rooms());
    const [one, other] = [shared.ofOne(), shared.ofOne()];
    expect(one.mayHold(MIB + 1)).toBe(false);
    await one.turn();
    expect(other.mayHold(16 * MIB)).toBe(true);
    await other.turn();
    one.release();
    other.release();
    const next = rooms();
    const turn = next.turn();
    expect(await isResolved(turn)).toBe(false);
    shared.release();
    await turn;
    next.release();
  });

  test('waits for one turn, which both get', async () => {
    const rooms = largeAnswers(1);
    const before = rooms();
    await before.turn();
    const shared = sharedRoom(rooms());
    const both = Promise.all([shared.ofOne().turn(), shared.ofOne().turn()]);
    expect(await isResolved(both)).toBe(false);
    before.release();
    await both;
    shared.release();
    await rooms().turn();
  });

  test('leaves the queue if it is released while it waits', async () => {
    const rooms = largeAnswers(1);
    const before = rooms();
    await before.turn();
    const shared = sharedRoom(rooms());
    const turn = shared.ofOne().turn();
    shared.release();
    before.release();
    await turn;
    await rooms().turn();
  });
});
