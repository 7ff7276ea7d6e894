// Uses a pool and a connection of mysql2 by promises, callbacks and streams, and answers with what it hears.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { inspect } from 'node:util';

const require = createRequire(import.meta.url);
const { createPool, createConnection } =
  process.env.LOAD === 'require' ? require('mysql2/promise') : await import('mysql2/promise');
const config = {
  host: '127.0.0.1',
  port: Number(process.env.MYSQL_PORT),
  user: 'shop',
  password: 'wire-secret',
  database: 'shop',
  connectTimeout: 2000,
};
const pool = createPool({ ...config, connectionLimit: 2, timezone: 'Z', multipleStatements: true });
const failure = (fault) => {
  const { name, message, code, errno, sqlState, sqlMessage, sql } = fault;
  return { name, message, code, errno, sqlState, sqlMessage, sql };
};

const STEPS = {
  '/typed': async () => {
    const [rows, fields] = await pool.query('SELECT * FROM items WHERE id = ?', [1]);
    const [same] = await pool.execute('SELECT * FROM items WHERE id = ? AND made = ?', [1, rows[0].made]);
    const [lists] = await pool.query({ sql: 'SELECT id, name FROM items ORDER BY id', rowsAsArray: true });
    const [named] = await pool.execute({
      sql: 'SELECT name FROM items WHERE id = :id',
      values: { id: 2 },
      namedPlaceholders: true,
    });
    const [several, others] = await pool.query('SELECT 7 AS seven; SELECT name FROM items WHERE id = 2');
    return [rows, fields.map(({ name, columnType }) => [name, columnType]), same, lists, named, several, others.length];
  },
  '/write': async () => {
    const connection = await pool.getConnection();
    const heard = [];
    try {
      heard.push((await connection.beginTransaction()) ?? null);
      const [inserted] = await connection.execute('INSERT INTO items (name, price) VALUES (?, ?)', ['pen', '1.50']);
      heard.push(inserted, inserted.constructor.name);
      heard.push((await connection.query('UPDATE items SET price = price + 1 WHERE id = ?', [inserted.insertId]))[0]);
      await connection.commit();
      await connection.beginTransaction();
      heard.push((await connection.query('DELETE FROM items'))[0].affectedRows);
      await connection.rollback();
      await connection.ping();
      heard.push((await connection.query('SELECT COUNT(*) AS count FROM items'))[0]);
      heard.push((await connection.query('SELECT 1'))[0]);
    } finally {
      connection.release();
    }
    return heard;
  },
  '/fails': async () => {
    const heard = [];
    for (const work of [
      () => pool.query('SELECT * FROM missing'),
      () => pool.execute('SELECT * FROM missing WHERE id = ?', [1]),
      () => pool.execute('INSERT INTO items (id, name) VALUES (?, ?)', [1, 'twice']),
      () => pool.execute('SELECT ?', [undefined]),
    ])
      heard.push(await work().then(String, failure));
    return heard;
  },
  '/callbacks': () =>
    new Promise((resolve) => {
      const heard = [];
      pool.pool.query('SELECT id FROM items WHERE id < 3 ORDER BY id', (fault, rows) => {
        heard.push(fault, rows);
        pool.pool.execute('SELECT name FROM items WHERE id = ?', [1], (again, found) => {
          heard.push(again, found);
          const stream = pool.pool.query('SELECT name FROM items WHERE id < 3 ORDER BY id').stream();
          stream.on('data', (row) => heard.push(row)).on('end', () => resolve(heard));
        });
      });
    }),
  '/own': async () => {
    const connection = await createConnection({ ...config, dateStrings: true, supportBigNumbers: true });
    const heard = await Promise.all([
      connection.query('SELECT made, big FROM items WHERE id = 1'),
      connection.query('SELECT 2 AS two'),
    ]);
    await connection.end();
    const fault = await connection.query('SELECT 3').catch(failure);
    return [heard.map(([rows]) => rows), fault.message];
  },
  '/unknown': () => pool.query('SELECT 41 + 1').catch(failure),
};

const server = createServer((request, response) => {
  STEPS[request.url]().then(
    (heard) => response.end(inspect(heard, { depth: 9, breakLength: 120 })),
    (fault) => response.writeHead(500).end(String(fault?.stack)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
