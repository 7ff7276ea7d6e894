import { describe, expect, test } from 'vitest';
import { measured } from '../measured.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { LIVING_APPLICATIONS } from './applications.ts';
import { lineOf, NO_ROW, wrongRows } from './found-changes.ts';
import { type LivingOutcome, type Row, recordLiving } from './record-living.ts';

const { names, tries } = PROOF_SIZES.livingApplications;
const CHOSEN = LIVING_APPLICATIONS.filter(({ name }) => names === 'all' || names.includes(name));
const isFull = names === 'all';
const TIMEOUT_MS = 30 * 60_000;

describe('published applications, replayed on fresh data with default settings', () => {
  test('have five planted changes each', () => {
    for (const { name, planted } of LIVING_APPLICATIONS) expect(planted, name).toHaveLength(5);
  });

  test.for(CHOSEN)(
    'need nothing unchanged, and show the changes of a changed build: $name',
    { timeout: TIMEOUT_MS },
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

      const unchanged: LivingOutcome[] = [];
      for (let at = 0; at < tries; at++) unchanged.push(await replay());
      const most = (rows: (one: LivingOutcome) => Row[]) => Math.max(...unchanged.map((one) => rows(one).length));
      const shares = unchanged.map(({ asRecorded, requests }) => asRecorded / requests);
      measured(
        context,
        `${name}: most rows that need action`,
        most(({ needsAction }) => needsAction),
      );
      measured(
        context,
        `${name}: most rows to review`,
        most(({ toReview }) => toReview),
      );
      measured(context, `${name}: statuses as recorded`, 100 * Math.min(...shares), '%');

      const changed = await replay(application.planted);
      const wrong = wrongRows(application.planted, changed, unchanged);
      const alone = application.planted.length - wrong.filter((one) => one.startsWith(NO_ROW)).length;
      measured(context, `${name}: planted changes in a row of their own`, alone);
      if (isFull) print(name, { unchanged, wrong });

      expect(unchanged.flatMap(({ needsAction }) => needsAction.map(lineOf))).toEqual([]);
      expect(unchanged.map(({ requests }) => requests)).toEqual(unchanged.map(() => sent));
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.999);
      expect(wrong).toEqual([]);
    },
  );
});

/** What docs/figures-history.md says of an application. */
function print(name: string, { unchanged, wrong }: { unchanged: readonly LivingOutcome[]; wrong: readonly string[] }) {
  const lines = (rows: (one: LivingOutcome) => Row[]) => new Set(unchanged.flatMap((one) => rows(one).map(lineOf)));
  for (const line of lines(({ needsAction }) => needsAction)) process.stdout.write(`${name} needs action: ${line}\n`);
  for (const line of lines(({ toReview }) => toReview)) process.stdout.write(`${name} to review: ${line}\n`);
  for (const line of wrong) process.stdout.write(`${name} planted: ${line}\n`);
}
