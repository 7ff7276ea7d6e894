/** Buffers that a message may take along, with the message that refers to them. */
export interface Movable<Message> {
  message: Message;
  buffers: ArrayBuffer[];
}

/**
 * Finds the byte arrays among the members of a message that can be moved. A view of a part of a buffer is copied:
 * others may use the rest, and a clone would copy all of it. Other values, such as maps, are cloned as they are.
 */
export function ownBuffers<Message>(message: Message): Movable<Message> {
  if (!isPlain(message)) return { message, buffers: [] };
  const buffers = new Set<ArrayBuffer>();
  const own = (value: unknown): unknown => {
    if (!(value instanceof Uint8Array)) return value;
    const { buffer, byteLength } = value;
    const whole = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && !buffers.has(buffer);
    const bytes = whole ? new Uint8Array(buffer) : new Uint8Array(value);
    buffers.add(bytes.buffer);
    return bytes;
  };
  const members = Object.entries(message).map(([name, value]) => [name, own(value)]);
  return { message: Object.fromEntries(members) as Message, buffers: [...buffers] }; // the same members
}

/** Whether a value is an object of members, which can be put together again. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
