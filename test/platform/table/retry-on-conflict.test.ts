import { expect, test } from 'vitest';
import { CONFLICT, retryOnConflict } from '../../../functions/platform/table/retry-on-conflict.ts';

/** A decision that conflicts so often before it answers, and counts how often it was made. */
function decision<T>(conflicts: number, answer: T) {
  const made = { tries: 0 };
  const decide = async (): Promise<T | typeof CONFLICT> => (++made.tries > conflicts ? answer : CONFLICT);
  return { made, decide };
}

test.for([
  { conflicts: 0, tries: 1 },
  { conflicts: 1, tries: 2 },
  { conflicts: 4, tries: 5 },
])('retryOnConflict returns after $conflicts conflicts the answer of try $tries', async ({ conflicts, tries }) => {
  const { made, decide } = decision(conflicts, { is: 'written' });
  await expect(retryOnConflict(decide, { subject: 'the run', maxTries: 5 })).resolves.toEqual({ is: 'written' });
  expect(made.tries).toBe(tries);
});

test('retryOnConflict fails with the subject after one conflict more than tries', async () => {
  const { made, decide } = decision(5, true);
  await expect(retryOnConflict(decide, { subject: 'the run', maxTries: 5 })).rejects.toThrow(
    'other writers kept changing the run: gave up after 5 tries',
  );
  expect(made.tries).toBe(5);
});

test.for([null, undefined, false, 0, ''])(
  'retryOnConflict returns %o as an answer, not as a conflict',
  async (answer) => {
    const { made, decide } = decision(0, answer);
    await expect(retryOnConflict(decide, { subject: 'the run' })).resolves.toBe(answer);
    expect(made.tries).toBe(1);
  },
);

test('retryOnConflict ends by default when a condition never holds', async () => {
  await expect(retryOnConflict(async () => CONFLICT, { subject: 'the run' })).rejects.toThrow('1000 tries');
});

test('retryOnConflict passes a fault of the decision on at once', async () => {
  const fault = new Error('the table is away');
  let tries = 0;
  const decide = async () => {
    tries++;
    throw fault;
  };
  await expect(retryOnConflict(decide, { subject: 'the run' })).rejects.toBe(fault);
  expect(tries).toBe(1);
});

test('retryOnConflict waits for the backoff between two tries, and not after the last one', async () => {
  const order: string[] = [];
  const decide = async () => {
    order.push('try');
    return CONFLICT;
  };
  const backoff = async (tries: number) => {
    await Promise.resolve();
    order.push(`backoff ${tries}`);
  };
  await expect(retryOnConflict(decide, { subject: 'the run', maxTries: 3, backoff })).rejects.toThrow();
  expect(order).toEqual(['try', 'backoff 1', 'try', 'backoff 2', 'try']);
});
