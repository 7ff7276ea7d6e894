import { expect, test } from 'vitest';
import { plainMask } from '../../../../functions/recordings/domain/masks/mask.ts';
import { maskText } from '../../../../functions/recordings/domain/masks/mask-text.ts';

test.for<[string, string, string]>([
  [
    'an argument of GraphQL',
    'mutation { login(user: "a", password: "x y") { id } }',
    'mutation { login(user: "a", password: "***") { id } }',
  ],
  ['a block string of GraphQL', '{ login(password: """x "y" z""", a: 1) }', '{ login(password: "***", a: 1) }'],
  [
    'an argument of GraphQL in JSON',
    String.raw`{"query":"{ login(user: \"a\", password: \"x\\\"y\") }"}`,
    String.raw`{"query":"{ login(user: \"a\", password: \"***\") }"}`,
  ],
  ['no variable of GraphQL', '{ login(password: $password, user: "a") }', '{ login(password: $password, user: "a") }'],
  ['a quoted column', `where "password" = 'x' and a = 'b'`, `where "password" = '***' and a = 'b'`],
  [
    'a string in a function',
    "set password = crypt('x', gen_salt('bf'))",
    "set password = crypt('***', gen_salt('bf'))",
  ],
  ['another comparison', "where token <> 'x' or pin like '1%'", "where token <> '***' or pin like '***'"],
  ['a password of an account', "SET PASSWORD FOR 'u'@'h' = 'x'", "SET PASSWORD FOR 'u'@'h' = '***'"],
  ['a password of a role', "ALTER ROLE u WITH PASSWORD 'it''s'", "ALTER ROLE u WITH PASSWORD '***'"],
  ['a password of a new account', "CREATE USER u IDENTIFIED BY 'x'", "CREATE USER u IDENTIFIED BY '***'"],
  [
    'values of inserted columns',
    "INSERT INTO u (name, password, pin) VALUES ('a', 'it''s, x', 12), ('b', md5('y'), NULL) RETURNING 'c'",
    "INSERT INTO u (name, password, pin) VALUES ('a', '***', ***), ('b', md5('***'), NULL) RETURNING 'c'",
  ],
  [
    'inserted values in JSON',
    String.raw`{"sql":"insert into u (id,\n\"password\")\nvalues (1, 'x')","b":'c'}`,
    String.raw`{"sql":"insert into u (id,\n\"password\")\nvalues (1, '***')","b":'c'}`,
  ],
  ['no other columns', "INSERT INTO u (name) VALUES ('password')", "INSERT INTO u (name) VALUES ('password')"],
])('masks %s', ([, text, expected]) => {
  expect(maskText(text, plainMask)).toBe(expected);
});
