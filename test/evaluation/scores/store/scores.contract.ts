import { describe, expect, test } from 'vitest';
import type { Score } from '../../../../functions/evaluation/domain/scores/score.ts';
import { trustedScoreId } from '../../../../functions/evaluation/domain/scores/trusted-score.ts';
import { scoreStore } from '../../../../functions/evaluation/scores/store/scores.ts';
import type { Table } from '../../../../functions/platform/world.ts';
import { ATTEMPT_ID, attemptOf, digest, measured, RUN_ID } from '../../domain/gates/gate-stage.ts';

/** The clock of the contract. */
export const SCORES_AT = Date.UTC(2026, 10, 20, 12);
const NOW = SCORES_AT;
const DAY = 86_400_000;
/** Each test has its own tenant. */
let opened = 0;

/**
 * Contract of scores (evaluation 3.12), for a table whose clock is at SCORES_AT. `counts`: how many of them are
 * projected.
 */
export function scoresContract(openTable: () => Promise<Table>, counts: readonly number[]): void {
  async function open() {
    const table = await openTable();
    return { table, scores: scoreStore({ table, now: () => NOW }, `t${++opened}`), tenant: `t${opened}` };
  }

  type Scores = Awaited<ReturnType<typeof open>>['scores'];

  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      measured('replay.case_pass', at % 2 === 0, {
        target_type: 'trace',
        target_id: `trace-${at}`,
        sample_key: `${at}`,
      }),
    );

  /** Stages and accepts scores like ProjectScores, without publishing them. */
  async function accepted(scores: Scores, measurements = many(3)) {
    const { scores_digest, count } = await scores.stage(attemptOf(), measurements, null);
    return attemptOf({
      scores_digest,
      projection: { status: 'complete', projected_count: count, unsupported_fields: [] },
    });
  }

  const client = (change: Partial<Score> = {}): Score => ({
    score_id: 'mine',
    target_type: 'workflow_run',
    target_id: RUN_ID,
    name: 'replay.case_pass',
    data_type: 'boolean',
    value: true,
    source: 'api',
    origin: 'client',
    timestamp: NOW,
    created_at: NOW,
    comment: null,
    config_id: null,
    author_id: null,
    metadata: {},
    trace_id: null,
    span_id: null,
    session_id: null,
    supersedes: null,
    workflow_run_id: RUN_ID,
    attempt_id: null,
    sample_key: '',
    trigger: null,
    ...change,
  });

  /** A body without a time by default. */
  const said = (letter: string, timestamp: number | null = null) => ({ content: digest(letter), timestamp });

  const everything = { from: 0, to: NOW + DAY, matches: () => true, after: null, limit: 100 };
  const idsOf = ({ items }: { items: Score[] }) => items.map(({ score_id }) => score_id);

  describe('trusted scores (evaluation 3.12, 4)', () => {
    test.for(counts)('are staged, read through the attempt, and published, in a number of %d', async (count) => {
      const { scores } = await open();
      const attempt = await accepted(scores, many(count));
      const read = await scores.ofAttempt(attempt);
      expect(read).toHaveLength(count);
      expect(read.map(({ score_id }) => score_id)).toEqual(read.map(({ score_id }) => score_id).toSorted());

      const id = read[0]?.score_id ?? '';
      expect((await scores.page({ of: { run: RUN_ID }, ...everything })).items).toEqual([]);
      expect(await scores.find(id)).toBeUndefined();
      await scores.publish(ATTEMPT_ID);
      expect(await scores.find(id)).toMatchObject({ origin: 'trusted_host', source: 'evaluator' });
      const seen = new Set<string>();
      let after: string | null = null;
      do {
        const page = await scores.page({ of: { run: RUN_ID }, ...everything, after });
        for (const one of idsOf(page)) seen.add(one);
        after = page.next;
      } while (after !== null);
      expect(seen.size).toBe(count);
      expect(await scores.ofAttempt(attempt)).toEqual(read);
    });

    test('stay the same when they are staged and published again', async () => {
      const { scores } = await open();
      const first = await accepted(scores);
      await scores.publish(ATTEMPT_ID);
      const before = await scores.page({ of: { run: RUN_ID }, ...everything });
      expect(await accepted(scores)).toEqual(first);
      await scores.publish(ATTEMPT_ID);
      expect(await scores.page({ of: { run: RUN_ID }, ...everything })).toEqual(before);
      expect(before.items).toHaveLength(3);
    });

    test('throw if the rows are not those of the accepted result', async () => {
      const { table, scores, tenant } = await open();
      const attempt = await accepted(scores);
      const pk = `T#${tenant}#RUN#${RUN_ID}`;
      const [row] = (await table.query({ pk, prefix: 'SCO#' })).items;
      if (!row) throw new Error('there is a row');
      await table.put({ ...row, value: row.value !== true });
      await expect(scores.ofAttempt(attempt)).rejects.toThrow('not those');
      await table.remove(row);
      await expect(scores.ofAttempt(attempt)).rejects.toThrow('not those');
      await table.put(row);
      expect(await scores.ofAttempt(attempt)).toHaveLength(3);
      await table.put({ ...row, sk: 'SCO#replay.case_pass#forged', score_id: 'forged' });
      await expect(scores.ofAttempt(attempt)).rejects.toThrow('not those');
    });

    test('belong to one attempt, whose result was accepted', async () => {
      const { scores } = await open();
      const attempt = await accepted(scores);
      expect(await scores.ofAttempt({ ...attempt, scores_digest: null })).toEqual([]);
      const second = attemptOf({ attempt_id: `${ATTEMPT_ID.slice(0, -3)}002`, ordinal: 2 });
      await scores.stage(second, many(5), null);
      expect(await scores.ofAttempt(attempt)).toHaveLength(3);
    });

    test('are refused if a measurement is repeated, or if the attempt has not ended', async () => {
      const { scores } = await open();
      const [one] = many(1);
      if (!one) throw new Error('there is one');
      await expect(scores.stage(attemptOf(), [one, one], null)).rejects.toThrow('repeated a measurement');
      await expect(scores.stage(attemptOf({ ended_at: null }), [one], null)).rejects.toThrow('ended');
    });

    test('name what triggered the run', async () => {
      const { scores } = await open();
      await scores.stage(attemptOf(), many(1), 'backfill');
      await scores.publish(ATTEMPT_ID);
      expect((await scores.page({ of: { run: RUN_ID }, ...everything })).items).toMatchObject([
        { trigger: 'backfill' },
      ]);
    });
  });

  describe('forged scores (evaluation, principle 4)', () => {
    test('are never read by a gate, even with the run, name and id of a trusted one', async () => {
      const { scores } = await open();
      const [first] = many(3);
      const id = trustedScoreId(ATTEMPT_ID, first ?? measured('none', true));
      expect(await scores.add(client({ score_id: id }), said('a'))).toBe('added');
      expect(await scores.add(client({ origin: 'trusted_host', attempt_id: ATTEMPT_ID }), said('a'))).toBe('added');
      const attempt = await accepted(scores);
      await scores.publish(ATTEMPT_ID);
      const read = await scores.ofAttempt(attempt);
      expect(read).toHaveLength(3);
      expect(read.every(({ target_type }) => target_type === 'trace')).toBe(true);
      // Neither replaces the other. The id finds the trusted one.
      expect(await scores.find(id)).toMatchObject({ origin: 'trusted_host' });
      expect((await scores.page({ of: { run: RUN_ID }, ...everything })).items).toHaveLength(5);
    });

    test('are a repeat for their client, also once a trusted score has their id', async () => {
      const { scores } = await open();
      const [first] = many(3);
      const id = trustedScoreId(ATTEMPT_ID, first ?? measured('none', true));
      const own = client({ score_id: id });
      expect(await scores.add(own, said('a'))).toBe('added');
      await accepted(scores);
      await scores.publish(ATTEMPT_ID);
      expect(await scores.add({ ...own, created_at: NOW + 5 }, said('a'))).toEqual({ repeats: own });
      expect(await scores.add(own, said('b'))).toBe('conflict');
      expect(await scores.find(id)).toMatchObject({ origin: 'trusted_host' });
    });

    test('cannot take the id of a trusted score later', async () => {
      const { scores } = await open();
      const [first] = many(3);
      await accepted(scores);
      await scores.publish(ATTEMPT_ID);
      const id = trustedScoreId(ATTEMPT_ID, first ?? measured('none', true));
      expect(await scores.add(client({ score_id: id }), said('a'))).toBe('conflict');
    });
  });

  describe('scores of clients (evaluation 3.12)', () => {
    test('are a repeat with the same id and content, and a conflict with other content', async () => {
      const { scores } = await open();
      expect(await scores.add(client(), said('a'))).toBe('added');
      expect(await scores.add(client({ created_at: NOW + 5 }), said('a'))).toEqual({ repeats: client() });
      expect(await scores.add(client({ value: false }), said('b'))).toBe('conflict');
      expect(await scores.find('mine')).toEqual(client());
    });

    test('repeat a default time without a time or with that time, and a sent time only with itself', async () => {
      const { scores } = await open();
      await scores.add(client(), said('a'));
      expect(await scores.add(client(), said('a', NOW))).toEqual({ repeats: client() });
      expect(await scores.add(client(), said('a', NOW + 1))).toBe('conflict');
      const timed = client({ score_id: 'timed', timestamp: NOW - DAY });
      await scores.add(timed, said('a', NOW - DAY));
      expect(await scores.add(timed, said('a', NOW - DAY))).toEqual({ repeats: timed });
      expect(await scores.add({ ...timed, timestamp: NOW }, said('a'))).toBe('conflict');
    });

    test('are added once by ten concurrent requests, and repeated by nine', async () => {
      const { scores } = await open();
      const answers = await Promise.all(Array.from({ length: 10 }, () => scores.add(client(), said('a'))));
      expect(answers.filter((answer) => answer === 'added')).toHaveLength(1);
      expect(answers.filter((answer) => answer !== 'added')).toEqual(Array(9).fill({ repeats: client() }));
    });

    const trace = (score_id: string, timestamp: number, change: Partial<Score> = {}) =>
      client({
        score_id,
        timestamp,
        target_type: 'trace',
        target_id: 'T1',
        trace_id: 'T1',
        workflow_run_id: null,
        name: 'helpfulness',
        ...change,
      });

    test('are listed newest first, by target, name and trace, once each while further ones are added', async () => {
      const { scores } = await open();
      for (let at = 0; at < 120; at++) await scores.add(trace(`s${at}`, NOW - at * (DAY / 10)), said('a'));
      const span = { target_type: 'span', target_id: 'S1', span_id: 'S1' } as const;
      await scores.add(trace('span', NOW - 1, span), said('a'));
      await scores.add(trace('other', NOW, { target_id: 'T2', trace_id: 'T2' }), said('a'));
      const target = { target: { target_type: 'trace', target_id: 'T1' } } as const;
      const wanted = Array.from({ length: 120 }, (_, at) => `s${at}`);
      for (const [of, expected] of [
        [target, wanted],
        [{ trace: 'T1' }, ['s0', 'span', ...wanted.slice(1)]],
        [{ name: 'helpfulness' }, ['other', 's0', 'span', ...wanted.slice(1)].sort()],
      ] as const) {
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const page = await scores.page({ of, ...everything, limit: 7, after });
          seen.push(...idsOf(page));
          after = page.next;
          await scores.add(trace(`late${seen.length}${Object.keys(of)}`, NOW + 1), said('a'));
        } while (after !== null);
        const old = seen.filter((id) => !id.startsWith('late'));
        expect('name' in of ? old.toSorted() : old).toEqual(expected);
      }
    });

    test('are filtered from an inclusive to an exclusive time, up to the end of the list', async () => {
      const { scores } = await open();
      for (let at = 0; at < 300; at++) await scores.add(trace(`s${at}`, NOW - at, { value: at === 299 }), said('a'));
      const of = { name: 'helpfulness' };
      expect(idsOf(await scores.page({ of, ...everything, from: NOW - 2, to: NOW }))).toEqual(['s1', 's2']);
      const rare = await scores.page({ of, ...everything, limit: 5, matches: ({ value }) => value === true });
      expect(rare).toMatchObject({ items: [{ score_id: 's299' }], next: null });
    });
  });
}
