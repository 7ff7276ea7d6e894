import { describe, expect, test } from 'vitest';
import type { ServiceAnswer } from '../../../agent/core/service-link.ts';
import type { CaseSpool } from '../../../agent/delivery/case-spool.ts';
import { deliverCases } from '../../../agent/delivery/deliver-cases.ts';

const TAKEN: ServiceAnswer = { status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } };

/** A delivery whose timers the test fires, and a spool in memory. */
function stage(options: { spooling?: boolean; room?: number } = {}) {
  const sent: string[] = [];
  const warnings: string[] = [];
  const files: string[][] = [];
  let answer: ServiceAnswer = TAKEN;
  let timer: (() => void) | null = null;
  let pause = 0;
  let waiting = 0;
  const spool: CaseSpool = {
    isReady: () => true,
    write: (lines) => {
      if (files.length >= (options.room ?? 100)) return false;
      files.push([...lines]);
      return true;
    },
    next: () => {
      const [lines] = files;
      return lines ? { lines, remove: () => void files.shift() } : null;
    },
  };
  const delivery = deliverCases({
    link: {
      call: async (_, __, body) => {
        if (answer?.status === 200) sent.push(...String(body).split('\n'));
        return answer;
      },
    },
    spool: options.spooling === false ? null : spool,
    prepare: (line) => (line === 'bad' ? null : line),
    release: (characters) => {
      waiting -= characters;
    },
    warn: (subject) => warnings.push(subject),
    schedule: (work, ms) => {
      timer = work;
      pause = ms;
    },
  });
  return {
    sent,
    warnings,
    files,
    delivery,
    add: (...lines: string[]) => {
      waiting += lines.join('').length;
      delivery.add(lines);
    },
    waiting: () => waiting,
    pause: () => pause,
    answerWith: (next: ServiceAnswer) => {
      answer = next;
    },
    fire: () => {
      const work = timer;
      timer = null;
      work?.();
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe('deliverCases', () => {
  test('sends in order, and releases cases that were sent or cannot be prepared', async () => {
    const { add, sent, settle, waiting } = stage();
    add('a', 'bad', 'b');
    await settle();
    expect(sent).toEqual(['a', 'b']);
    expect(waiting()).toBe(0);
  });

  test.for<[status: number | null]>([[null], [500], [401], [429]])(
    'spools cases after the answer %s, and sends each once later',
    async ([status]) => {
      const { add, sent, settle, answerWith, files, fire, waiting, pause } = stage();
      answerWith(status === null ? null : { status, body: null });
      add('a');
      await settle();
      add('b');
      expect(files).toEqual([['a'], ['b']]);
      expect(waiting()).toBe(0);
      expect(pause()).toBe(500);
      fire();
      await settle();
      expect(pause()).toBe(1000);
      answerWith(TAKEN);
      fire();
      await settle();
      expect(sent).toEqual(['a', 'b']);
      expect(files).toEqual([]);
    },
  );

  test('keeps cases in memory where there is no spool', async () => {
    const { add, sent, settle, answerWith, fire, waiting } = stage({ spooling: false });
    answerWith(null);
    add('a');
    await settle();
    expect(waiting()).toBe(1);
    answerWith(TAKEN);
    fire();
    await settle();
    expect(sent).toEqual(['a']);
    expect(waiting()).toBe(0);
  });

  test('drops cases and warns when the spool is full', async () => {
    const { add, settle, answerWith, files, warnings, waiting } = stage({ room: 1 });
    answerWith(null);
    add('a');
    await settle();
    add('b');
    expect(files).toEqual([['a']]);
    expect(warnings).toContain('spool');
    expect(waiting()).toBe(0);
  });

  test.for<[status: number]>([[400], [413], [422]])(
    'drops a case that the service refuses with %i, and warns',
    async ([status]) => {
      const { add, settle, answerWith, files, warnings, waiting } = stage();
      answerWith({ status, body: null });
      add('a');
      await settle();
      expect(files).toEqual([]);
      expect(waiting()).toBe(0);
      expect(warnings).toEqual(['refused']);
    },
  );

  test('sends or spools all cases at the end of the process', async () => {
    const { add, delivery, settle, answerWith, files } = stage();
    answerWith(null);
    add('a');
    await settle();
    add('b');
    await delivery.flush();
    expect(files.flat()).toEqual(['a', 'b']);
  });
});
