import { closeSync, openSync, writeSync } from 'node:fs';
import diff from 'microdiff';
import { Pool } from 'undici';

export interface HandwrittenScript {
  target: string;
  connections: number;
  /** Recorded cases, one NDJSON line each. */
  lines: readonly string[];
  /** File that receives a line per case. */
  file: string;
}

/**
 * The replay that a user would script: send, parse, microdiff, append, without pace, rules or durability. Returns the
 * cases that differ.
 */
export async function handwrittenScript({ target, connections, lines, file }: HandwrittenScript): Promise<number> {
  const pool = new Pool(target, { connections, pipelining: 1 });
  const results = openSync(file, 'a');
  const waiting = lines.values();
  let different = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const line of waiting) {
        const { caseId, request, response } = JSON.parse(line);
        const answer = await pool.request({ method: request.method, path: request.path });
        const differences = diff(JSON.parse(response.body), JSON.parse(await answer.body.text()));
        if (differences.length > 0) different++;
        writeSync(results, `${JSON.stringify({ caseId, status: answer.statusCode, differences })}\n`);
      }
    }),
  );
  closeSync(results);
  await pool.close();
  return different;
}
