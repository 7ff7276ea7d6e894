// Asks MongoDB by its driver, and answers with what it gets, in exact types.
const { createServer } = require('node:http');

function serve({ BSON, MongoClient, MongoServerError }) {
  const client = new MongoClient(process.env.MONGODB_URL, { monitorCommands: true, serverSelectionTimeoutMS: 3000 });
  const heard = [];
  for (const event of ['commandStarted', 'commandSucceeded', 'commandFailed'])
    client.on(event, ({ commandName }) => heard.push(`${event} ${commandName}`));
  const items = client.db('shop').collection('items');

  const routes = {
    '/list': () => items.find({}, { batchSize: 2, promoteValues: false }).toArray(),
    '/first': async () => {
      const cursor = items.find({}, { batchSize: 2 });
      const first = await cursor.next();
      await cursor.close();
      return first;
    },
    '/missing': () => items.findOne({ name: 'none' }),
    '/write': async () => [
      await items.insertOne({ _id: 'new', price: 2.5, count: 3, tags: ['a'], none: undefined }),
      await items.updateOne({ _id: 'new' }, { $set: { price: 4 } }),
      await items.findOne({ _id: 'new' }),
      await items.countDocuments(),
    ],
    '/bulk': () => items.insertMany([{ _id: 'b1' }, { _id: 'b2' }]),
    '/duplicate': () => items.insertOne({ _id: 'new' }),
    '/transaction': () =>
      client.withSession((session) =>
        session.withTransaction(async () => [
          await items.insertOne({ _id: 'paid' }, { session }),
          await items.updateOne({ _id: 'paid' }, { $set: { by: 'card' } }, { session }),
          session.inTransaction(),
        ]),
      ),
    '/refused': () => client.db('shop').command({ noSuchCommand: 1 }),
    '/other': () => items.findOne({ name: 'never recorded' }),
  };

  async function answer(path) {
    try {
      return await routes[path]();
    } catch (fault) {
      const { name, code, codeName, message, keyValue } = fault;
      return { name, code, codeName, message, keyValue, isServerError: fault instanceof MongoServerError };
    }
  }

  const server = createServer(async (request, response) => {
    heard.length = 0;
    const given = await answer(request.url);
    response.end(BSON.EJSON.stringify({ given, heard }, { relaxed: false }));
  });
  const begin = process.env.LAZY ? Promise.resolve() : client.connect();
  begin.then(() => server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`)));
}

exports.serve = serve;
if (require.main === module) serve(require('mongodb'));
