import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** A downstream call as an agent sends it, and what a real downstream answers. */
export interface FrameworkCall {
  kind: 'database' | 'cache' | 'http';
  target: string;
  operation: string;
  request: unknown;
  response: unknown;
}

/** What a login issues: headers and body of its response, and how its session is stored. */
export interface Login {
  /** Every credential in it. */
  secrets: string[];
  headers: [string, string][];
  body: unknown;
  calls: FrameworkCall[];
  /** What the client sends afterwards. */
  sent: [string, string];
  /** How the session is read again. */
  read: FrameworkCall[];
}

const lower = (length: number) =>
  Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)]).join('');
const letters = (length: number) =>
  Array.from({ length }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'[randomInt(62)]).join(
    '',
  );
const database = (sql: string, parameters: unknown[], rows: unknown[] = []): FrameworkCall => ({
  kind: 'database',
  target: 'db',
  operation: sql.slice(0, 40),
  request: { sql, parameters },
  response: { command: sql.split(' ')[0], rowCount: rows.length, rows },
});
const redis = (command: string, args: string[], response: unknown): FrameworkCall => ({
  kind: 'cache',
  target: 'redis',
  operation: command,
  request: { command, args },
  response,
});
const mongo = (request: unknown, response: unknown): FrameworkCall => ({
  kind: 'database',
  target: 'mongo',
  operation: 'sessions',
  request,
  response,
});

/**
 * Django with sessions in its database: a signed value whose time changes; statements with literals, as SQLite gets
 * them.
 */
function django(isLiteral: boolean): Login {
  const [key, csrf] = [lower(32), letters(32)];
  const payload =
    '.eJxVjDsOwjAQBe_iGln-f1LS5wzR2rvGAWRLcVIh7k4ipYD2zcx7sxn2rcx7p3VekA1MssvvFiE9qR4AH1DvjadWt3WJ_FD4STsfG9Lrerp_BwV6OeuEFqwz';
  const data = `${payload}:${letters(6)}:${randomBytes(32).toString('base64url')}`;
  const now = new Date().toISOString();
  const insert = isLiteral
    ? database(
        `INSERT INTO "django_session" ("session_key", "session_data", "expire_date") VALUES ('${key}', '${data}', '2036-01-01')`,
        [],
      )
    : database('INSERT INTO "django_session" ("session_key", "session_data", "expire_date") VALUES ($1, $2, $3)', [
        key,
        data,
        '2036-01-01',
      ]);
  const select = isLiteral
    ? `SELECT "session_key", "session_data" FROM "django_session" WHERE "django_session"."session_key" = '${key}' LIMIT 21`
    : 'SELECT "session_key", "session_data" FROM "django_session" WHERE "django_session"."session_key" = $1 LIMIT 21';
  return {
    secrets: [key, csrf, data],
    headers: [
      ['set-cookie', `sessionid=${key}; HttpOnly; Path=/`],
      ['set-cookie', `csrftoken=${csrf}; Path=/`],
    ],
    body: { ok: true },
    calls: [database('UPDATE "auth_user" SET "last_login" = $1 WHERE "id" = $2', [now, 1]), insert],
    sent: ['cookie', `sessionid=${key}; csrftoken=${csrf}`],
    read: [database(select, isLiteral ? [] : [key], [{ session_key: key, session_data: data }])],
  };
}

/** PHP with sessions in Redis, serialised by PHP. */
function php(): Login {
  const [key, csrf] = [lower(26), randomBytes(16).toString('hex')];
  const session = `user|i:1;csrf_token|s:32:"${csrf}";`;
  return {
    secrets: [key, csrf],
    headers: [['set-cookie', `PHPSESSID=${key}; path=/; HttpOnly`]],
    body: { ok: true, csrf_token: csrf },
    calls: [redis('SETEX', [`PHPREDIS_SESSION:${key}`, '1440', session], 'OK')],
    sent: ['cookie', `PHPSESSID=${key}`],
    read: [redis('GET', [`PHPREDIS_SESSION:${key}`], session)],
  };
}

/** JWTs, with a refresh token in a column and a document under names that say nothing of it. */
function jwt(): Login {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'ada', iat: Math.floor(Date.now() / 1000), jti: letters(8) })}`;
  const access = `${head}.${createHmac('sha256', 'k').update(head).digest('base64url')}`;
  const refresh = letters(43);
  const document = { _id: 'ada', current: refresh, last: access };
  return {
    secrets: [access, refresh],
    headers: [],
    body: { access_token: access, refresh_token: refresh },
    calls: [
      database('INSERT INTO logins (person, value) VALUES ($1, $2)', [1, refresh]),
      mongo({ insert: 'sessions', documents: [document] }, { n: 1, ok: 1 }),
    ],
    sent: ['authorization', `Bearer ${access}`],
    read: [mongo({ find: 'sessions', filter: { last: access } }, { cursor: { firstBatch: [document] } })],
  };
}

/** Rails: an encrypted cookie, and a store whose ids are hashes of those in cookies. */
function rails(): Login {
  const [encrypted, iv, tag] = [96, 12, 16].map((bytes) => randomBytes(bytes).toString('base64'));
  const cookie = encodeURIComponent(`${encrypted}--${iv}--${tag}`);
  const id = randomBytes(16).toString('hex');
  const session = `2::${createHash('sha256').update(id).digest('hex')}`;
  return {
    secrets: [cookie, decodeURIComponent(cookie), id, session],
    headers: [
      ['set-cookie', `_app_session=${cookie}; path=/; HttpOnly`],
      ['set-cookie', `_session_id=${id}; path=/; HttpOnly`],
    ],
    body: { ok: true },
    calls: [
      database('INSERT INTO "sessions" ("session_id", "created_at") VALUES ($1, $2)', [
        session,
        new Date().toISOString(),
      ]),
    ],
    sent: ['cookie', `_app_session=${cookie}; _session_id=${id}`],
    read: [database('SELECT "sessions".* FROM "sessions" WHERE "sessions"."session_id" = $1', [session], [{ id: 1 }])],
  };
}

/** Express: a signed cookie, of which the store has the id alone. */
function express(): Login {
  const id = randomBytes(24).toString('base64url');
  const signed = `s:${id}.${createHmac('sha256', 'k').update(id).digest('base64').replace(/=+$/, '')}`;
  const cookie = encodeURIComponent(signed);
  const session = JSON.stringify({ cookie: { path: '/' }, user: 1 });
  return {
    secrets: [id, signed, cookie],
    headers: [['set-cookie', `connect.sid=${cookie}; Path=/; HttpOnly`]],
    body: { ok: true },
    calls: [redis('SET', [`sess:${id}`, session], 'OK')],
    sent: ['cookie', `connect.sid=${cookie}`],
    read: [redis('GET', [`sess:${id}`], session)],
  };
}

/** Tables of sessions, whose columns do not say what they hold; `form`: how a table has the data. */
function stored(
  cookie: string,
  tables: (key: string, data: string) => Pick<Login, 'calls' | 'read'> & { form?: string },
): Login {
  const [key, data] = [lower(32), randomBytes(16).toString('hex')];
  const { form = data, calls, read } = tables(key, data);
  return {
    secrets: [key, data, form],
    headers: [['set-cookie', `${cookie}=${key}; path=/; HttpOnly`]],
    body: { ok: true },
    sent: ['cookie', `${cookie}=${key}`],
    calls,
    read,
  };
}

/** PHP with a handler that stores its sessions in MySQL, by statements with literals. */
const phpTable = () =>
  stored('PHPSESSID', (key, data) => ({
    calls: [
      database(
        `REPLACE INTO sessions (id, data, timestamp) VALUES ('${key}', 'user|i:1;cart|s:32:"${data}";', 1764)`,
        [],
      ),
    ],
    read: [database(`SELECT data FROM sessions WHERE id = '${key}'`, [], [{ data: `user|i:1;cart|s:32:"${data}";` }])],
  }));

/** Rails with activerecord-session_store. */
const railsTable = () =>
  stored('_app_session', (key, data) => {
    const marshalled = Buffer.from(`\x04\b{\x06I"\x06cart${data}`, 'latin1').toString('base64');
    return {
      form: marshalled,
      calls: [
        database('INSERT INTO "sessions" ("session_id", "data", "created_at") VALUES ($1, $2, $3) RETURNING "id"', [
          key,
          marshalled,
          new Date().toISOString(),
        ]),
        database('UPDATE "sessions" SET "data" = $1 WHERE "sessions"."id" = $2', [marshalled, 1]),
      ],
      read: [
        database(
          'SELECT "sessions".* FROM "sessions" WHERE "sessions"."session_id" = $1 LIMIT $2',
          [key, 1],
          [{ id: 1, session_id: key, data: marshalled }],
        ),
      ],
    };
  });

/** Laravel with sessions in its database. */
const laravel = () =>
  stored('laravel_session', (key, data) => {
    const payload = Buffer.from(`a:1:{s:4:"cart";s:32:"${data}";}`).toString('base64');
    const row = { id: key, user_id: 1, payload, last_activity: 1764 };
    return {
      form: payload,
      calls: [
        database('insert into `sessions` (`payload`, `last_activity`, `user_id`, `id`) values (?, ?, ?, ?)', [
          payload,
          1764,
          1,
          key,
        ]),
        database('update `sessions` set `payload` = ?, `last_activity` = ? where `id` = ?', [payload, 1764, key]),
      ],
      read: [database('select * from `sessions` where `id` = ? limit 1', [key], [row])],
    };
  });

/** Express with connect-pg-simple and connect-mongo. */
const expressTables = () =>
  stored('connect.sid', (key, data) => {
    const sess = { cookie: { path: '/' }, cart: data };
    const document = { _id: key, expires: '2036-01-01', session: JSON.stringify(sess) };
    return {
      calls: [
        database(
          'INSERT INTO "session" (sess, expire, sid) SELECT $1, to_timestamp($2), $3 ON CONFLICT (sid) DO UPDATE SET sess=$1, expire=to_timestamp($2) RETURNING sid',
          [JSON.stringify(sess), 1764, key],
          [{ sid: key }],
        ),
        mongo(
          { update: 'sessions', updates: [{ q: { _id: key }, u: { $set: document }, upsert: true }] },
          { n: 1, ok: 1 },
        ),
      ],
      read: [
        database('SELECT sess FROM "session" WHERE sid = $1 AND expire >= to_timestamp($2)', [key, 1764], [{ sess }]),
        mongo({ find: 'sessions', filter: { _id: key } }, { cursor: { firstBatch: [document], id: 0 }, ok: 1 }),
      ],
    };
  });

/** Credentials that the server keeps for later requests, which do not send them; the replayed build issues one more. */
function kept(isReplayed: boolean): Login {
  const [access, refresh, device, more] = [letters(40), letters(40), lower(32), letters(36)];
  const handle = `handle-${device}`;
  return {
    secrets: [access, refresh, device, ...(isReplayed ? [more] : [])],
    headers: isReplayed ? [['set-cookie', `grant=${more}; Path=/`]] : [],
    body: { access_token: access, refresh_token: refresh, session_key: device },
    calls: [database('INSERT INTO devices (handle, current) VALUES ($1, $2)', [handle, refresh])],
    sent: ['authorization', `Bearer ${access}`],
    read: [
      database(`SELECT id FROM devices WHERE current = '${refresh}' AND handle LIKE '${handle}%'`, [], [{ id: 1 }]),
      database('UPDATE devices SET seen = seen + 1 WHERE current = $1', [refresh]),
      redis('GET', [`rt:${refresh}`], JSON.stringify({ owner: 1, again: refresh, ...(isReplayed && { more }) })),
      redis('MGET', [`device:${device}:cart`, `device:${device}:name`], ['1', null]),
      mongo({ find: 'grants', filter: { value: refresh } }, { cursor: { firstBatch: [{ _id: 1, value: refresh }] } }),
      {
        kind: 'http',
        target: 'accounts',
        operation: 'POST /check',
        request: { method: 'POST', path: `/check?value=${refresh}`, headers: [], body: { value: refresh, device } },
        response: { status: 200, headers: [['x-value', refresh]], body: { active: true, value: refresh } },
      },
    ],
  };
}

/** How frameworks keep the sessions that they issue. */
export const FRAMEWORKS: Readonly<Record<string, (isReplayed: boolean) => Login>> = {
  'django-literals': () => django(true),
  'django-parameters': () => django(false),
  php,
  jwt,
  rails,
  express,
  'php-table': phpTable,
  'rails-table': railsTable,
  laravel,
  'express-tables': expressTables,
  kept,
};
