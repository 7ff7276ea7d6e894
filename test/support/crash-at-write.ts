import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * Kills its process at the n-th commit that changes the rows of the first evaluation run created in it. Loaded by `node
 * --import 'crash-at-write.ts?<n>'`, so that the service itself does not know of it. Prints the rows of that commit.
 */
const deadly = Number(new URL(import.meta.url).search.slice(1));

/** Rows of a run and the other rows that its steps write: its execution, ledger, scores, artifacts and plan. */
const OF_EVALUATIONS = /^(EXECUTION#wrun_|T#[^#]+#(RUN|LED|ART|SCO|LIN|IDEMPOTENCY)(#|$))/;

/** Attributes of a new run. */
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
    }) as typeof run; // the overloads of run are one function
  }
  return statement;
};
