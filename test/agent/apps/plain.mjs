// An application of one server and no downstream, which may end as soon as it has answered.
import { createServer } from 'node:http';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.url === '/call') {
    const answer = await fetch(process.env.TARGET_URL).then(
      (one) => one.status,
      (fault) => fault.cause?.code ?? fault.name,
    );
    return response.end(String(answer));
  }
  response.setHeader('set-cookie', 'sid=planted-cookie');
  response.end(body || 'ok', () => {
    // Node calls back before it says that the response is finished.
    if (request.url === '/last') setImmediate(() => process.exit(0));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
