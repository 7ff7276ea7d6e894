// Asks Redis by the client `redis` in the version of REDIS_PACKAGE, which it requires or imports.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const { REDIS_PACKAGE, REDIS_URL, LOAD } = process.env;
const redis = LOAD === 'import' ? await import(REDIS_PACKAGE) : createRequire(import.meta.url)(REDIS_PACKAGE);
const { commandOptions, createClient, ErrorReply } = redis;

const events = [];
const client = createClient({ url: REDIS_URL });
for (const name of ['connect', 'ready', 'error', 'end']) client.on(name, () => events.push(name));
await client.connect();
await client.ping();
const subscriber = client.duplicate();
subscriber.on('error', () => undefined);
await subscriber.connect();
await subscriber.subscribe('news', () => undefined);

const BLOB = 36; // of RESP: `$`
const MAP = 37; // of RESP: `%`
const isMapped = typeof client.withTypeMapping === 'function';
const buffers = isMapped ? client.withTypeMapping({ [BLOB]: Buffer }) : null;
const shown = (value) => {
  if (Buffer.isBuffer(value)) return `buffer ${value.toString('hex')}`;
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one)]));
  return Array.isArray(value) ? value.map(shown) : value;
};
const fault = (error) => ({
  of: error.constructor.name,
  name: error.name,
  message: error.message,
  isReply: error instanceof ErrorReply,
  indexes: error.errorIndexes,
  replies: error.replies?.map((one) => (one instanceof Error ? fault(one) : one)),
});
const failing = (promise) => promise.then(shown, fault);

const ROUTES = {
  '/values': async () => {
    const done = [await client.set('text', 'one'), await client.get('text'), await client.get('none')];
    done.push(await client.set('bytes', Buffer.from([0, 255, 128])), await client.incrBy('count', 3));
    done.push(
      await client.hSet('hash', { a: '1', b: '2' }),
      await client.hGetAll('hash'),
      await client.hGetAll('none'),
    );
    done.push(await client.zAdd('ranks', [{ score: 1.5, value: 'x' }]), await client.zRangeWithScores('ranks', 0, -1));
    done.push(await client.zScore('ranks', 'x'), await client.sAdd('set', 'm'), await client.sMembers('set'));
    done.push(await client.mGet(['text', 'none']), await client.exists('text'), await client.expire('text', 100));
    done.push(await client.sendCommand(['TIME']), await client.sendCommand(['CONFIG', 'GET', 'maxmemory']));
    done.push(...(await Promise.all(['text', 'count', 'none'].map((key) => client.get(key)))));
    if (isMapped) {
      const maps = client.withTypeMapping({ [MAP]: Map });
      done.push(await buffers.get('bytes'), await buffers.set('text', 'OK'), await buffers.get('text'));
      done.push(await maps.hGetAll('hash'));
    } else done.push(await client.get(commandOptions({ returnBuffers: true }), 'bytes'));
    return [client.isReady, client.isOpen, await client.ping(), ...done.map(shown)];
  },
  '/transactions': async () => [
    await client.multi().set('a', '1').incr('a').get('a').hGetAll('hash').exec().then(shown),
    await failing(client.multi().set('a', 'text').incr('a').exec()),
    await failing(client.multi().set('a', '2').get('a').execAsPipeline()),
    await failing(client.watch('a')),
    await failing(client.multi().get('a').exec()),
  ],
  '/errors': async () => [
    await failing(client.set('a', 'text').then(() => client.incr('a'))),
    await failing(client.sendCommand(['NOTHING', 'x'])),
    await failing(client.evalSha('f'.repeat(40), { keys: ['a'], arguments: [] })),
    await failing(client.eval('return {KEYS[1], 1}', { keys: ['a'], arguments: ['b'] })),
  ],
  '/clients': async () => {
    const own = client.duplicate();
    const seen = [own.isOpen, own.isReady];
    for (const name of ['connect', 'ready', 'error', 'end']) own.on(name, () => seen.push(name));
    seen.push(await failing(own.get('text')));
    await own.connect();
    seen.push(own.isOpen, own.isReady, await failing(own.connect()), await own.get('count'));
    seen.push(await own.quit(), own.isOpen, own.isReady, await failing(own.get('text')));
    const other = client.duplicate();
    other.on('end', () => seen.push('other ended'));
    await other.connect();
    seen.push(await other.get('count'));
    await (other.close ?? other.disconnect).call(other);
    seen.push(other.isOpen);
    if (isMapped) {
      const pool = redis.createClientPool({ url: REDIS_URL });
      await pool.connect();
      seen.push(await Promise.all([pool.get('count'), pool.multi().get('count').exec()]));
      await pool.close();
    } else seen.push(await client.executeIsolated((isolated) => isolated.get('count')));
    const last = client.duplicate();
    await last.connect();
    await (last.destroy ?? last.disconnect).call(last);
    return [...seen, last.isOpen, last.isReady, events];
  },
};

const server = createServer((request, response) => {
  ROUTES[request.url]().then(
    (value) => response.end(JSON.stringify(value)),
    (error) => response.writeHead(500).end(JSON.stringify(fault(error))),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
