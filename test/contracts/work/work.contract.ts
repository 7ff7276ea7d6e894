import { expect, test } from 'vitest';
import { MIN_POOLED_BYTES } from '../../../functions/platform/values/job.ts';
import type { Work } from '../../../functions/platform/world.ts';
import { failingJob, whereJob } from './work-jobs.ts';

/** What both worlds promise of the Work port. */
export function workContract(workOf: () => Work): void {
  for (const bytes of [MIN_POOLED_BYTES - 1, MIN_POOLED_BYTES]) {
    test(`returns the result of a job of ${bytes} bytes, with bytes in it`, async () => {
      const input = { bytes: new Uint8Array(bytes).fill(1), names: ['a', 'ü'] };
      const done = await workOf().run(whereJob, async () => input, { bytes });
      expect(done).toMatchObject({ ok: true, value: { sum: bytes, names: ['a', 'ü'] } });
      expect(done.ok && done.value.bytes).toEqual(new Uint8Array(bytes).fill(7));
    });

    test(`rejects with the fault of a job of ${bytes} bytes`, async () => {
      await expect(workOf().run(failingJob, () => ({ word: 'this' }), { bytes })).rejects.toThrow('cannot read this');
    });

    test(`rejects a job of ${bytes} bytes whose input cannot be made, and runs others`, async () => {
      const work = workOf();
      const unreadable = work.run(failingJob, () => Promise.reject(new Error('no bytes')), { bytes });
      await expect(unreadable).rejects.toThrow('no bytes');
      expect(await work.run(whereJob, () => ({ bytes: new Uint8Array(1), names: [] }), { bytes })).toMatchObject({
        ok: true,
      });
    });

    test(`does not start a job of ${bytes} bytes whose caller has aborted`, async () => {
      let made = 0;
      const input = () => ({ bytes: new Uint8Array(1), names: [`${made++}`] });
      const signal = AbortSignal.abort(new Error('given up'));
      await expect(workOf().run(whereJob, input, { bytes, signal })).rejects.toThrow('given up');
      expect(made).toBe(0);
    });
  }
}
