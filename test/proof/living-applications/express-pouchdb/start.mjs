import { createRequire } from 'node:module';

/** The server as its documentation starts it, with databases in memory. */
const load = createRequire(import.meta.url);
const PouchDB = load('pouchdb-core')
  .plugin(load('pouchdb-adapter-memory'))
  .plugin(load('pouchdb-mapreduce'))
  .plugin(load('pouchdb-replication'));
const memory = PouchDB.defaults({ adapter: 'memory' });
const app = load('express')();
const options = { inMemoryConfig: true, logPath: `${process.env.FOLDER}/log.txt` };
app.use('/', load('express-pouchdb')(memory, options));
app.listen(Number(process.env.PORT), '127.0.0.1');
