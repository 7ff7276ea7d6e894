import { scanJson } from '../../../platform/json/scan-json.ts';
import { isContainer, memberOf, stringOf, type Tape, textOf, typeOf } from '../../../platform/json/tape.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { type ColumnNode, columnNodes } from '../calls/column-nodes.ts';
import { sqlText } from '../calls/sql-text.ts';
import type { fieldNoter } from './field-noter.ts';
import { leavesIn, MAX_ELEMENTS } from './json-leaves.ts';
import { isName } from './plain-name.ts';

/** What a literal of a statement counts as, and a parameter whose column is not known: no rule reaches them. */
const TEXT = 'text call';

/** Looks at a call to a database, by columns: parameters of its statement, and rows. */
export function databaseLooker({ note, hasRoom }: ReturnType<typeof fieldNoter>): (json: string) => void {
  function value(tape: Tape, { node, list, column }: ColumnNode): void {
    const text = typeOf(tape, node) === 'string' ? stringOf(tape, node) : textOf(tape, node);
    if (!isContainer(tape, node)) {
      if (column !== null && isName(column)) note(`column ${column}`, column, text);
      else note(TEXT, '', text);
    } else
      for (const leaf of leavesIn(jsonOf(text))) {
        if (!hasRoom()) return;
        note(`path ${within(list, leaf.path)}`, leaf.name, leaf.text);
      }
  }

  function literals(sql: string): void {
    for (const literal of sqlText(sql).literals)
      if (hasRoom() && literal.startsWith("'")) note(TEXT, '', literal.slice(1, -1));
  }

  return (json) => {
    const tape = scanJson(Buffer.from(json));
    if (tape === null) return;
    for (const one of columnNodes(tape, MAX_ELEMENTS)) if (hasRoom()) value(tape, one);
    const sql = memberOf(tape, 0, 'sql');
    if (sql >= 0 && typeOf(tape, sql) === 'string') literals(stringOf(tape, sql));
  };
}

/** The path of a leaf below a document in a list of values, as deep as it may be: `$.rows..to`. */
const within = (list: ColumnNode['list'], path: string): string =>
  `$.${list}.${path.startsWith('$.') ? '' : '.'}${path.slice(1)}`;
