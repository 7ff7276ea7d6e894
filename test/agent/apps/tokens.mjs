// Verifies tokens, and answers with the time and with values of chance.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { jwtVerify } from 'jose';
import jwt from 'jsonwebtoken';

const SECRET = 'a secret of at least thirty-two bytes';

async function verified(token) {
  const byJose = await jwtVerify(token, new TextEncoder().encode(SECRET)).then(
    () => 'valid',
    (fault) => fault.code,
  );
  let byJsonWebToken = 'valid';
  try {
    jwt.verify(token, SECRET);
  } catch (fault) {
    byJsonWebToken = fault.name;
  }
  const byCallback = await new Promise((resolve) => {
    jwt.verify(token, SECRET, (fault) => resolve(fault ? fault.name : 'valid'));
  });
  return [byJose, byJsonWebToken, byCallback];
}

const server = createServer(async (request, response) => {
  const answer =
    request.url === '/verify'
      ? await verified(request.headers['x-token'])
      : {
          isDate: new Date() instanceof Date,
          time: [Date.now(), Date.parse(new Date().toISOString())],
          chance: [Math.random(), Math.random(), randomUUID(), crypto.randomUUID()],
        };
  response.end(JSON.stringify(answer));
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
