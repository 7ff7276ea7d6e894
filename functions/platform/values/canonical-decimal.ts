/**
 * A decimal number in one spelling: sign, digits without outer zeros, power of ten; two are equal when these texts are.
 */
export function canonicalDecimal(text: string): string {
  if (PLAIN_INTEGER.test(text)) return `${text}e0`;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  // Reading so long a power takes longer than linear time. Such numbers equal only their own spelling.
  if (exponent.length > MAX_EXPONENT_LENGTH) return text;
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? mantissa.slice(1) : mantissa).split('.');
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first++;
  if (first === digits.length) return '0';
  let last = digits.length;
  while (digits[last - 1] === '0') last--;
  // The exponent may itself have any number of digits (1e99999999999999999999).
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - last);
  return `${negative ? '-' : ''}${digits.slice(first, last)}e${power}`;
}

const MAX_EXPONENT_LENGTH = 1000;

const PLAIN_INTEGER = /^-?(?:[1-9]|[1-9]\d{0,20}[1-9])$/;
