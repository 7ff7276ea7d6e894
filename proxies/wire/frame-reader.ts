/** How a protocol delimits its messages: a header of fixed length that says how many bytes follow. */
export interface Framing {
  headerBytes: number;
  /** How many bytes follow a header; throws a WireFault if it cannot be one. */
  bodyBytes(header: Buffer): number;
  /** A longer body is skipped as it arrives. */
  maxBodyBytes: number;
}

/** Bytes that are not of the protocol. The message has no bytes of them. */
export class WireFault extends Error {
  override name = 'WireFault';
}

const FIRST_BYTES = 4_096;

export interface FrameReader {
  read(chunk: Buffer): void;
  /** Whether a message began and did not end. */
  isMidway(): boolean;
}

/**
 * Reads messages from chunks. `onFrame` is called as soon as a message is complete, or with `body` null as soon as the
 * header announces one that is too long. What a message occupies grows with the bytes received, not with those
 * announced.
 */
export function frameReader(
  { headerBytes, bodyBytes, maxBodyBytes }: Framing,
  onFrame: (header: Buffer, body: Buffer | null) => void,
): FrameReader {
  let header = Buffer.alloc(headerBytes);
  let headed = 0;
  let length = 0;
  let held: Buffer | null = null;
  let received = 0;
  let skipped = 0;

  function add(chunk: Buffer, at: number): number {
    const taken = Math.min(length - received, chunk.length - at);
    // Most messages arrive in one chunk and need no copy.
    if (received === 0 && taken === length) held = chunk.subarray(at, at + taken);
    else {
      held = withRoom(held ?? Buffer.allocUnsafe(Math.min(length, FIRST_BYTES)), received + taken, length);
      chunk.copy(held, received, at, at + taken);
    }
    received += taken;
    return at + taken;
  }

  function skip(chunk: Buffer, at: number): number {
    const gone = Math.min(skipped, chunk.length - at);
    skipped -= gone;
    return at + gone;
  }

  function takeHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(header, headed, at, at + headerBytes - headed);
    headed += taken;
    if (headed < headerBytes) return at + taken;
    length = bodyBytes(header);
    if (length > maxBodyBytes) {
      skipped = length;
      complete(null);
    } else if (length === 0) complete(Buffer.alloc(0));
    return at + taken;
  }

  function takeBody(chunk: Buffer, at: number): number {
    const end = add(chunk, at);
    if (received === length) complete(held?.subarray(0, length) ?? Buffer.alloc(0));
    return end;
  }

  function complete(body: Buffer | null): void {
    const read = header;
    header = Buffer.alloc(headerBytes);
    headed = 0;
    held = null;
    received = 0;
    onFrame(read, body);
  }

  return {
    read: (chunk) => {
      for (let at = 0; at < chunk.length; ) {
        if (skipped > 0) at = skip(chunk, at);
        else at = headed < headerBytes ? takeHeader(chunk, at) : takeBody(chunk, at);
      }
    },
    isMidway: () => headed > 0 || skipped > 0,
  };
}

/** Returns the buffer, or a larger copy of it, with room for `needed` of at most `most` bytes. */
function withRoom(buffer: Buffer, needed: number, most: number): Buffer {
  if (buffer.length >= needed) return buffer;
  const larger = Buffer.allocUnsafe(Math.min(most, Math.max(needed, buffer.length * 2)));
  buffer.copy(larger);
  return larger;
}

/** A message with its header; `body` is null if it is too long. */
export interface Frame {
  header: Buffer;
  body: Buffer | null;
}

/** Reads messages of this form. */
export const framesOf =
  (framing: Framing) =>
  (onFrame: (frame: Frame) => void): FrameReader =>
    frameReader(framing, (header, body) => onFrame({ header, body }));
