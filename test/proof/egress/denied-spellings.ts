/** Denied in every mode, as four bytes: metadata of clouds, this host, loopback (in aws mode), multicast, reserved. */
const DENIED: readonly (readonly [number, number, number, number])[] = [
  [169, 254, 169, 254],
  [169, 254, 170, 2],
  [127, 0, 0, 1],
  [127, 255, 255, 254],
  [0, 0, 0, 0],
  [100, 100, 100, 200],
  [168, 63, 129, 16],
  [192, 0, 0, 192],
  [224, 0, 0, 1],
  [240, 0, 0, 1],
  [255, 255, 255, 255],
];

type Bytes = (typeof DENIED)[number];

const hex = (value: number, length = 1) => value.toString(16).padStart(length, '0');
const octal = (value: number) => `0${value.toString(8)}`;
const dotted = (bytes: readonly number[], spell: (byte: number) => string = String) => bytes.map(spell).join('.');
const numberOf = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const groups = ([a, b, c, d]: Bytes) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const digits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const CIRCLED = ['⓪', '①', '②', '③', '④', '⑤', '⑥', '⑦', '⑧', '⑨'];

/** Hosts that a resolver or a parser of URLs reads as the IPv4 address. */
const IPV4: readonly ((bytes: Bytes) => string)[] = [
  (bytes) => dotted(bytes),
  (bytes) => String(numberOf(bytes)),
  (bytes) => `0x${hex(numberOf(bytes))}`,
  (bytes) => `0X${hex(numberOf(bytes), 8).toUpperCase()}`,
  (bytes) => octal(numberOf(bytes)),
  (bytes) => dotted(bytes, octal),
  (bytes) => dotted(bytes, (byte) => `000${octal(byte)}`),
  (bytes) => dotted(bytes, (byte) => `0x${hex(byte)}`),
  (bytes) => dotted(bytes, (byte) => `0x0000${hex(byte, 2)}`),
  ([a, b, c, d]) => `${octal(a)}.${b}.0x${hex(c)}.${d}`,
  ([a, ...rest]) => `${a}.${numberOf(rest)}`,
  ([a, b, ...rest]) => `${a}.${b}.${numberOf(rest)}`,
  ([a, ...rest]) => `0x${hex(a)}.0x${hex(numberOf(rest))}`,
  (bytes) => `${dotted(bytes)}.`,
  (bytes) => `${numberOf(bytes)}.`,
  (bytes) => digits(dotted(bytes), 0xff10),
  (bytes) => dotted(bytes).replace(/\d/g, (digit) => CIRCLED[Number(digit)] ?? ''),
  (bytes) => digits(dotted(bytes), 0x1d7ce),
  (bytes) => dotted(bytes).replaceAll('.', '。'),
  (bytes) => dotted(bytes).replaceAll('.', '．'),
  (bytes) => dotted(bytes).replaceAll('.', '｡'),
  (bytes) => dotted(bytes).replaceAll('.', '%2e'),
  (bytes) => dotted(bytes).replace(/\d/g, (digit) => `%3${digit}`),
  (bytes) => `${dotted(bytes).slice(0, 1)}\u00ad${dotted(bytes).slice(1)}`,
  (bytes) => `${dotted(bytes).slice(0, 2)}\u200b${dotted(bytes).slice(2)}`,
];

/** IPv6 hosts through which a packet reaches the IPv4 address. */
const IPV6: readonly ((bytes: Bytes) => string)[] = [
  (bytes) => `[::ffff:${dotted(bytes)}]`,
  (bytes) => `[::ffff:${groups(bytes)}]`,
  (bytes) => `[::FFFF:${groups(bytes).toUpperCase()}]`,
  (bytes) => `[0:0:0:0:0:ffff:${groups(bytes)}]`,
  (bytes) => `[0000:0000:0000:0000:0000:ffff:${dotted(bytes)}]`,
  (bytes) => `[::ffff:0:${groups(bytes)}]`,
  (bytes) => `[::${dotted(bytes)}]`,
  (bytes) => `[64:ff9b::${dotted(bytes)}]`,
  (bytes) => `[64:ff9b:0:0:0:0:${groups(bytes)}]`,
  ([a, b, c, d]) => `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::1]`,
];

/** IPv6 addresses that are denied themselves, and names and URLs that a parser may read in two ways. */
const OTHERS = [
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:0]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[0000::0001]/',
  'http://[fe80::1]/',
  'http://[FE80::A9FE:A9FE]/',
  'http://[febf:ffff::1]/',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[::1%25lo]/',
  'http://[::ffff:127.0.0.1%25lo]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:254]/',
  'http://[fd20:ce::254]/',
  'http://[ff02::1]/',
  'http://[ff0e::1]/',
  'http://[2001:0:a9fe:a9fe::1]/',
  'http://[2001:0:5ef5:79fb:0:0:5601:5601]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[64:ff9b:1:a9fe:a9:fe00::]/',
  'http:169.254.169.254/',
  'http:/169.254.169.254/',
  'http:///169.254.169.254/',
  'http:\\\\169.254.169.254\\',
  'http:/\\169.254.169.254/',
  'HTTP://169.254.169.254/',
  ' \thttp://169.254.169.254/',
  'http://169.254.\t169.254/',
  'ht\ntp://169.254.169.254/',
  'http://169.254.169.254:80/',
  'https://169.254.169.254:443/',
  'http://169.254.169.254:8080/',
  'http://169.254.169.254#@shop.test/',
  'http://169.254.169.254?@shop.test/',
  'http://169.254.169.254\\@shop.test/',
  'http://shop.test@169.254.169.254/',
  'http://shop.test:80@169.254.169.254/',
  'http://shop.test%40169.254.169.254/',
  'http://@169.254.169.254/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://loc%61lhost/',
  'http://foo.localhost/',
  'http://256.256.256.256/',
  'http://169.254.169.254.nip.test/',
  'http://metadata.google.internal/',
];

/** Urls that lead to a denied address in aws mode, or that no client may read at all. No two are the same. */
export const DENIED_SPELLINGS: readonly string[] = [
  ...new Set([
    ...DENIED.flatMap((bytes) => [...IPV4, ...IPV6].map((spell) => `http://${spell(bytes)}/latest/meta-data/`)),
    ...OTHERS,
  ]),
];

/** The denied addresses as a resolver gives them. */
export const DENIED_ANSWERS: readonly string[] = DENIED.flatMap((bytes) => [
  dotted(bytes),
  ...IPV6.map((spell) => spell(bytes).slice(1, -1)),
]);
