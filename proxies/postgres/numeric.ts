const POSITIVE = 0x0000;
const NEGATIVE = 0x4000;
const NOT_A_NUMBER = 0xc000;

/** Writes the binary form of `numeric` as text: digits in base 10,000, of which the first has `weight`. */
export function numericText(bytes: Buffer): string {
  const [count, weight] = [bytes.readInt16BE(0), bytes.readInt16BE(2)];
  const [sign, scale] = [bytes.readUInt16BE(4), bytes.readUInt16BE(6)];
  if (sign === NOT_A_NUMBER) return 'NaN';
  const group = (at: number) => String(at >= 0 && at < count ? bytes.readInt16BE(8 + 2 * at) : 0).padStart(4, '0');
  const wholes = Array.from({ length: Math.max(weight + 1, 0) }, (_, at) => group(at)).join('');
  const parts = Array.from({ length: Math.ceil(scale / 4) }, (_, at) => group(weight + 1 + at)).join('');
  const whole = wholes.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === NEGATIVE ? '-' : ''}${whole}${scale > 0 ? `.${parts.slice(0, scale)}` : ''}`;
}

/** Reads the binary form of `numeric` from text. */
export function numericBytes(text: string): Buffer {
  if (text === 'NaN') return header(0, 0, NOT_A_NUMBER, 0);
  const [, minus, whole = '', fraction = ''] = /^(-)?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') throw new RangeError('no decimal number');
  const wholes = whole.padStart(Math.ceil(whole.length / 4) * 4, '0');
  const groups = `${wholes}${fraction.padEnd(Math.ceil(fraction.length / 4) * 4, '0')}`.match(/\d{4}/g) ?? [];
  const digits = groups.map(Number);
  let weight = wholes.length / 4 - 1;
  while (digits[0] === 0) {
    digits.shift();
    weight--;
  }
  while (digits.at(-1) === 0) digits.pop();
  const head = header(digits.length, digits.length === 0 ? 0 : weight, minus ? NEGATIVE : POSITIVE, fraction.length);
  const body = Buffer.alloc(2 * digits.length);
  for (const [at, digit] of digits.entries()) body.writeInt16BE(digit, 2 * at);
  return Buffer.concat([head, body]);
}

function header(count: number, weight: number, sign: number, scale: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt16BE(count, 0);
  bytes.writeInt16BE(weight, 2);
  bytes.writeUInt16BE(sign, 4);
  bytes.writeUInt16BE(scale, 6);
  return bytes;
}
