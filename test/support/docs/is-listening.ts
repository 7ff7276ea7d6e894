import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether something listens on a port of 127.0.0.1. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const answer = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answer;
}
