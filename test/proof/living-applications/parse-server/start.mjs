import express from 'express';
import { ParseServer } from 'parse-server';

/** The server as its documentation mounts it. */
const { PORT, DATABASE_URL } = process.env;
const serverURL = `http://127.0.0.1:${PORT}/parse`;
const server = new ParseServer({
  databaseURI: DATABASE_URL,
  appId: 'board',
  masterKey: 'a-master-key-of-this-proof',
  serverURL,
  silent: true,
  allowClientClassCreation: true,
});
await server.start();
const app = express();
app.use('/parse', server.app);
app.listen(Number(PORT), '127.0.0.1');
