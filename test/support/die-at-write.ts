import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * Kills its process at the n-th commit that changes the rows of the first evaluation run that it sees being made: loaded by
 * `node --import 'die-at-write.ts?<n>'`, so that the service itself knows nothing of it. It says which rows it died at.
 */
const deadly = Number(new URL(import.meta.url).search.slice(1));

/** Rows of a run and of what its steps write besides: its execution, its ledger, its scores, its artifacts, its plan. */
const OF_EVALUATIONS = /^(EXECUTION#wrun_|T#[^#]+#(RUN|LED|ART|SCO|LIN|IDEMPOTENCY)(#|$))/;

/** Attributes of a run that has just been made. */
const NEW_RUN = /"workflow_run_id":"wrun_.*"version":1,/;

let runMade = false;
let touched: string[] = [];
let commits = 0;

const { prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function prepared(this: DatabaseSync, sql: string): StatementSync {
  const statement = prepare.call(this, sql);
  const { run } = statement;
  if (/^\s*(INSERT|REPLACE|UPDATE|DELETE)/i.test(sql)) {
    statement.run = ((...given: Parameters<typeof run>) => {
      const texts = given.flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one ?? {}).map(String)));
      runMade ||= texts.some((text) => NEW_RUN.test(text));
      if (runMade && texts.some((text) => OF_EVALUATIONS.test(text))) touched.push(texts.slice(0, 2).join(' '));
      return run.apply(statement, given);
    }) as typeof run; // the overloads of run are one function
  }
  if (sql === 'COMMIT') {
    statement.run = ((...given: Parameters<typeof run>) => {
      const done = run.apply(statement, given);
      if (touched.length > 0 && ++commits === deadly) {
        process.stderr.write(`died at ${touched.join(', ')}\n`);
        process.kill(process.pid, 'SIGKILL');
      }
      touched = [];
      return done;
    }) as typeof run; // likewise
  }
  return statement;
};
