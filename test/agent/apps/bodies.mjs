// An application that answers what it is sent in parts, over HTTP/1 and, on the port that it says with it, over HTTP/2.
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';

async function serve(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const part = Buffer.from('<');
  response.write(part);
  part.fill('x'); // an application may reuse what it wrote
  response.write(Buffer.concat(chunks));
  response.write('e9', 'hex');
  response.end('ö>');
}

const second = createHttp2Server(serve).listen(0, '127.0.0.1', () => {
  const first = createServer((request, response) => {
    // As middleware does that changes a response on its way.
    const { end } = response;
    response.end = function (chunk, ...more) {
      return end.call(this, chunk && `${chunk}!`, ...more);
    };
    if (request.url === '/second') response.end(String(second.address().port));
    else void serve(request, response);
  });
  first.listen(0, '127.0.0.1', () => console.log(`listening ${first.address().port}`));
});
