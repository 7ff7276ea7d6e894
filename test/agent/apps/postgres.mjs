// Queries of postgres.js, as a module of either kind.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import imported from 'postgres';

const postgres = process.env.POSTGRES_KIND === 'cjs' ? createRequire(import.meta.url)('postgres') : imported;
const options = { max: 3, onnotice: () => {} };
const sql = postgres(process.env.DATABASE_URL, options);
const camel = postgres(process.env.DATABASE_URL, {
  ...options,
  transform: { ...postgres.camel, row: (row) => ({ ...row, seen: true }) },
});
const failure = (error) => ({ ...error, message: error.message, isOwn: error instanceof postgres.PostgresError });
const shown = (result) => ({
  rows: [...result],
  count: result.count,
  command: result.command,
  columns: result.columns?.map(({ name, type }) => [name, type]),
  types: result.statement?.types,
});

const routes = {
  '/types': async () => {
    const rows =
      await sql`SELECT id, total, at, data, tags, numbers, raw, ok FROM things WHERE id IN ${sql([1, 2])} ORDER BY id`;
    return [shown(rows), rows[0].at instanceof Date, rows[0].raw instanceof Uint8Array];
  },
  '/json': async () =>
    shown(
      await sql`INSERT INTO things ${sql({ id: 10, data: sql.json({ a: [1, 'x'] }), at: new Date(0), ok: true })} RETURNING *`,
    ),
  '/camel': async () => shown(await camel`SELECT id AS thing_id, data AS the_data FROM things WHERE id = ${1}`),
  '/modes': async () => {
    const seen = [];
    await sql`SELECT id FROM things WHERE id < 3 ORDER BY id`.forEach((row) => {
      seen.push(row);
    });
    const raw = await sql`SELECT tags FROM things WHERE id = 1`.raw();
    return [seen, await sql`SELECT id, tags FROM things WHERE id = 1`.values(), raw.map((row) => row.map(String))];
  },
  '/unsafe': async () => {
    const several = await sql.unsafe('SELECT 1 AS a; SELECT 2 AS b, NULL AS c');
    return [several.map(shown), shown(await sql.unsafe('SELECT $1::int + 1 AS n', [4]))];
  },
  '/begin': () =>
    sql.begin(async (tx) => {
      const [{ id }] = await tx`INSERT INTO things (id) VALUES (20) RETURNING id`;
      const inner = await tx.savepoint((point) => point`INSERT INTO things (id) VALUES (20)`).catch(failure);
      return [id, inner, await Promise.all([tx`SELECT 5 AS five`, tx`SELECT ${6}::int AS six`])];
    }),
  '/rollback': async () => {
    const left = await sql
      .begin(async (tx) => {
        await tx`INSERT INTO things (id) VALUES (30)`;
        throw new Error('no');
      })
      .catch(failure);
    return [left, shown(await sql`SELECT id FROM things WHERE id = 30`)];
  },
  '/errors': async () => [
    await sql`SELECT nothing FROM things`.catch(failure),
    await sql`INSERT INTO things (id) VALUES (${1})`.catch(failure),
    await sql`SELECT ${undefined}::int`.catch((error) => error.code),
  ],
  '/reserve': async () => {
    const reserved = await sql.reserve();
    const rows = await reserved`SELECT 7 AS seven`;
    reserved.release();
    const { unlisten } = await sql.listen('changes', () => {});
    await unlisten();
    return rows;
  },
  '/many': () => Promise.all(Array.from({ length: 12 }, (_, at) => sql`SELECT ${at}::int AS n`)),
};

const server = createServer(async (request, response) => {
  const text = await routes[request.url]().then(
    (value) => JSON.stringify(value),
    (error) => JSON.stringify({ failed: failure(error) }),
  );
  response.end(text);
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
