// Uses pools and a connection of mariadb by promises, callbacks and streams, and answers with what it hears.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { inspect } from 'node:util';

const require = createRequire(import.meta.url);
const load = async (name) => (process.env.LOAD === 'require' ? require(name) : (await import(name)).default);
const { createPool, createConnection, SqlError } = await load('mariadb');
const callbacks = await load('mariadb/callback.js');
const config = {
  host: '127.0.0.1',
  port: Number(process.env.MYSQL_PORT),
  user: 'shop',
  password: 'wire-secret',
  database: 'shop',
  connectTimeout: 2000,
};
const pool = createPool({ ...config, connectionLimit: 2, multipleStatements: true, prepareCacheLength: 0 });
const called = callbacks.createPool({ ...config, connectionLimit: 1 });
const failure = (fault) => {
  const { name, message, code, errno, sqlState, sqlMessage, sql, fatal } = fault;
  const shown = message.replace(/conn:-?\d+/, 'conn:0');
  return { name, message: shown, code, errno, sqlState, sqlMessage, sql, fatal, isOwn: fault instanceof SqlError };
};
const columns = ({ meta }) =>
  meta?.map((column) => [column.name(), column.orgTable(), column.type, column.dataTypeFormat]);

const STEPS = {
  '/typed': async () => {
    const rows = await pool.query('SELECT * FROM items WHERE id = ?', [1]);
    const same = await pool.execute('SELECT * FROM items WHERE id = ? AND made = ?', [1, rows[0].made]);
    const lists = await pool.query({ sql: 'SELECT id, name FROM items ORDER BY id', rowsAsArray: true });
    const named = await pool.execute(
      { namedPlaceholders: true, sql: 'SELECT name FROM items WHERE id = :id' },
      { id: 2 },
    );
    const several = await pool.query('SELECT 7 AS seven; SELECT name FROM items WHERE id = 2');
    return [rows, columns(rows), same, columns(same), lists, named, several];
  },
  '/write': async () => {
    const connection = await pool.getConnection();
    const heard = [];
    try {
      heard.push(await connection.beginTransaction());
      const inserted = await connection.execute('INSERT INTO items (name, price) VALUES (?, ?)', ['pen', '1.50']);
      heard.push(inserted, inserted.constructor.name);
      heard.push(await connection.query('UPDATE items SET price = price + 1 WHERE id = ?', [inserted.insertId]));
      await connection.commit();
      await connection.beginTransaction();
      heard.push((await connection.query('DELETE FROM items')).affectedRows);
      await connection.rollback();
      await connection.ping();
      heard.push(await connection.query('SELECT COUNT(*) AS count FROM items'));
      heard.push(await connection.query('SELECT 1'));
    } finally {
      await connection.release();
    }
    return heard;
  },
  '/fails': async () => {
    const heard = [];
    for (const work of [
      () => pool.query('SELECT * FROM missing'),
      () => pool.execute('SELECT * FROM missing WHERE id = ?', [1]),
      () => pool.execute('INSERT INTO items (id, name) VALUES (?, ?)', [1, 'twice']),
      () => pool.query('SELECT ?', []),
    ])
      heard.push(await work().then(String, failure));
    return heard;
  },
  '/callbacks': () =>
    new Promise((resolve) => {
      const heard = [];
      called.query('SELECT id FROM items WHERE id < 3 ORDER BY id', (fault, rows) => {
        heard.push(fault, rows);
        called.execute('SELECT name FROM items WHERE id = ?', [1], (again, found) => {
          heard.push(again, found);
          resolve(heard);
        });
      });
    }),
  '/own': async () => {
    const connection = await createConnection({ ...config, dateStrings: true, bigIntAsNumber: true });
    const heard = await Promise.all([
      connection.query('SELECT made, big FROM items WHERE id = 1'),
      connection.execute('SELECT 2 AS two'),
    ]);
    const stream = connection.queryStream('SELECT name FROM items WHERE id < 3 ORDER BY id');
    for await (const row of stream) heard.push(row);
    await connection.end();
    const fault = await connection.query('SELECT 3').catch(failure);
    return [heard, fault.code];
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
