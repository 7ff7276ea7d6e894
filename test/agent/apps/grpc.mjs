// Asks a gRPC server by a client without generated code, and answers with what it hears.
import { createServer } from 'node:http';
import { Client, credentials, Metadata } from '@grpc/grpc-js';

const client = new Client(process.env.GRPC_TARGET, credentials.createInsecure());
const text = (value) => Buffer.from(value);

const server = createServer((request, response) => {
  const metadata = new Metadata();
  metadata.set('x-tenant', 'one');
  const heard = [];
  const call = client.makeUnaryRequest(
    '/shop.Stock/Find',
    text,
    String,
    request.url,
    metadata,
    {},
    (fault, message) => {
      heard.push(fault ? { code: fault.code, details: fault.details, isError: fault instanceof Error } : message);
    },
  );
  call.on('metadata', (received) => heard.push(received.get('x-server')));
  call.on('status', ({ code }) => response.end(JSON.stringify([...heard, code])));
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
