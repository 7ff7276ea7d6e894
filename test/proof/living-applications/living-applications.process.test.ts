import { describe, expect, test } from 'vitest';
import { measured } from '../measured.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { LIVING_APPLICATIONS } from './applications.ts';
import { lineOf, wrongRows } from './found-changes.ts';
import { recordLiving } from './record-living.ts';

const { names, tries } = PROOF_SIZES.livingApplications;
const CHOSEN = LIVING_APPLICATIONS.filter(({ name }) => names === 'all' || names.includes(name));
const isFull = names === 'all';

describe('applications that no one here wrote, replayed on fresh data with default settings', () => {
  test('five changes are planted in each', () => {
    for (const { name, planted } of LIVING_APPLICATIONS) expect(planted, name).toHaveLength(5);
  });

  test.for(CHOSEN)(
    '$name: an unchanged build needs nothing, a changed one shows its changes',
    async (application, context) => {
      const missing = application.missing();
      if (missing !== null) {
        process.stdout.write(`${application.name} is not installed: ${missing}; its proof is skipped\n`);
        return context.skip();
      }
      await using running = new AsyncDisposableStack();
      const { sent, replay } = await recordLiving(application, running);
      const name = `${application.name} (${application.version()})`;
      measured(context, `${name}: requests`, sent);

      const unchanged = [];
      for (let at = 0; at < tries; at++) unchanged.push(await replay());
      measured(
        context,
        `${name}: most rows that need action`,
        Math.max(...unchanged.map((one) => one.needsAction.length)),
      );
      measured(context, `${name}: most rows to review`, Math.max(...unchanged.map((one) => one.toReview.length)));
      const shares = unchanged.map(({ asRecorded, requests }) => asRecorded / requests);
      measured(context, `${name}: statuses as recorded`, 100 * Math.min(...shares), '%');
      const review = new Set(unchanged.flatMap(({ toReview }) => toReview.map(lineOf)));
      if (isFull) for (const line of review) process.stdout.write(`${name} to review: ${line}\n`);

      const changed = await replay(application.planted);
      const wrong = wrongRows(application.planted, changed, unchanged);
      measured(
        context,
        `${name}: planted changes in a row of their own`,
        application.planted.length - wrong.filter((one) => one.startsWith('no row')).length,
      );

      expect(unchanged.flatMap(({ needsAction }) => needsAction.map(lineOf))).toEqual([]);
      expect(unchanged.map(({ requests }) => requests)).toEqual(unchanged.map(() => sent));
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.999);
      expect(wrong).toEqual([]);
    },
  );
});
