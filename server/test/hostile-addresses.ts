// URLs to which nothing may be sent where nothing but the public internet is allowed: each form in which a place of the
// operator's network, or one that is nobody's, has been smuggled past such a rule.

export type HostileAddress = {
  url: string;
  /** What the name servers say, once a question; the last answer stays. The name has no address without it. */
  resolves_to?: string[][];
};

/** The port of whatever must not be reached, if something listens. */
export function hostileAddresses(port: number): HostileAddress[] {
  const literals = [...ipv4, ...ipv6.map((address) => `[${address}]`)];
  const named = [...ipv4Answers, ...ipv6Answers].map((address, index) => ({
    ...{ url: `https://name-${index}.example:${port}/`, resolves_to: [[address]] },
  }));
  return [
    ...literals.map((host) => ({ url: `https://${host}:${port}/` })),
    ...named,
    ...schemes.map((url) => ({ url: url.replace("PORT", String(port)) })),
    ...names.map((host) => ({ url: `https://${host}:${port}/` })),
    ...mixed.map((answers, index) => ({ url: `https://mixed-${index}.example:${port}/`, resolves_to: answers })),
    ...rebinding.map((answers, index) => ({
      url: `https://rebinding-${index}.example:${port}/`,
      resolves_to: answers,
    })),
  ];
}

const PUBLIC = "93.184.215.14";
const PUBLIC_6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c";

const ipv4 = [
  // Loopback in every way of writing that a URL knows.
  ...["127.0.0.1", "127.0.0.2", "127.1", "127.0.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7F.1"],
  ...["017700000001", "0177.0.0.1", "0177.1", "0x7f.0x0.0x0.0x1", "00000177.0.0.01", "127.0.0.1.", "127.0x0.0.1"],
  ...["①②⑦.⓪.⓪.①", "127。0。0。1", "１２７.0.0.1", "%31%32%37.0.0.1", "0x7f.0.1", "127.00.00.001"],
  // This host on this network.
  ...["0.0.0.0", "0", "0x0", "00", "0.0.0.1", "0.255.255.255"],
  // Private, shared and link-local; the metadata services of clouds.
  ...["10.0.0.1", "10.255.255.255", "167772161", "0xa.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.1"],
  ...["100.64.0.1", "100.127.255.255", "100.100.100.200", "169.254.169.254", "169.254.0.1", "2852039166", "0xa9fea9fe"],
  ...["0251.0376.0251.0376", "169.254.43518", "192.0.0.192"],
  // Documentation, measurement, relays and what was never given out.
  ...["192.0.0.1", "192.0.0.8", "192.0.0.170", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1"],
  ...["198.19.255.255", "192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1"],
  ...["224.0.0.1", "239.255.255.250", "233.252.0.1", "240.0.0.1", "254.1.2.3", "255.255.255.255", "4294967295"],
];

const ipv6 = [
  ...["::1", "0:0:0:0:0:0:0:1", "::", "::0001", "0000:0000:0000:0000:0000:0000:0000:0001"],
  // IPv4 within: mapped, translated, compatible.
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::FFFF:0:0"],
  ...["::ffff:0:127.0.0.1", "::ffff:0:10.0.0.1", "::127.0.0.1", "::7f00:1", "::10.0.0.1", "::2", `::ffff:${PUBLIC}`],
  // NAT64, of everybody and of an operator's own; 6to4; Teredo; what carries them.
  ...["64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "64:ff9b:1:ffff::7f00:1"],
  ...["2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::1", "2002:c0a8:1::1", "2001::1", "2001:0:7f00:1::"],
  ...["2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:5::1"],
  // Identifiers, documentation, discard, segment routing.
  ...["2001:10::1", "2001:20::1", "2001:30::1", "2001:db8::1", "2001:db8:ffff::1", "3fff::1", "3fff:fff::1"],
  ...["100::1", "100:0:0:1::1", "5f00::1", "2620:4f:8000::1"],
  // Local, and the metadata of a cloud; site-local; multicast.
  ...["fc00::1", "fd00::1", "fd00:ec2::254", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "feff::1"],
  ...["ff02::1", "ff05::1:3", "ff0e::1"],
  // What the registries have not given out.
  ...[
    "1::1",
    "200::1",
    "400::1",
    "800::1",
    "1000::1",
    "1fff::1",
    "4000::1",
    "6000::1",
    "8000::1",
    "a000::1",
    "c000::1",
  ],
  ...["e000::1", "f000::1", "fa00::1", "fe00::1"],
];

const ipv4Answers = ["127.0.0.1", "127.0.0.2", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254"];
const ipv6Answers = [
  ...["::1", "::", "::ffff:127.0.0.1", `::ffff:${PUBLIC}`, "::127.0.0.1", "fe80::1", "fe80::1%lo", "fd00:ec2::254"],
  ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "1::1", `${PUBLIC_6}%eth0`],
  // Not addresses at all: a broken or hostile answer is no way in.
  ...["localhost", "2130706433", "0x7f.1", "127.1", ""],
];

const schemes = [
  `http://${PUBLIC}:PORT/`,
  `http://[${PUBLIC_6}]:PORT/`,
  "http://example.com:PORT/",
  "http://127.0.0.1:PORT/",
  "http://localhost:PORT/",
  "ftp://example.com:PORT/",
  "file:///etc/passwd",
  "file://127.0.0.1/etc/passwd",
  "gopher://127.0.0.1:PORT/_POST",
  "ws://127.0.0.1:PORT/",
  "wss://example.com:PORT/",
  "unix:/run/postgresql/.s.PGSQL.5432",
  "http+unix://%2Frun%2Fdocker.sock/",
  "javascript:alert(1)",
  "data:text/plain,hello",
  "blob:https://example.com/1",
  "about:blank",
  "//127.0.0.1:PORT/",
  "127.0.0.1:PORT",
  "/hooks",
  "",
  "https://",
  "https://:PORT/",
  "https://example.com:0/",
  "https://example.com:65536/",
  "https://user@example.com:PORT/",
  "https://user:password@example.com:PORT/",
  "https://:password@example.com:PORT/",
  "https://example.com@127.0.0.1:PORT/",
  "https://example.com:443@127.0.0.1:PORT/",
  "https://127.0.0.1:PORT#@example.com/",
  "https://127.0.0.1:PORT?@example.com/",
  "https://127.0.0.1:PORT\\@example.com/",
  "https:127.0.0.1:PORT/",
  "https:\\\\127.0.0.1:PORT\\",
  "ht\ntps://127.0.0.1:PORT/",
  " https://127.0.0.1:PORT/ ",
  "https://127.0.0.1\t:PORT/",
  "https://[fe80::1%25lo]:PORT/",
  "https://[::1%25lo]:PORT/",
  "https://[::1:PORT/",
  "https://1.2.3.4.5:PORT/",
  "https://256.256.256.256:PORT/",
  "https://example.0x7f:PORT/",
];

/** This machine by its name: nobody is asked (RFC 6761). */
const names = [
  ...["localhost", "LOCALHOST", "localhost.", "localhost..", "a.localhost", "a.b.localhost.", "ⓛocalhost"],
  ...["127.0.0.1.localhost", "%6cocalhost", "ｌｏｃａｌｈｏｓｔ"],
];

/** One bad address refuses all. */
const mixed = [
  [[PUBLIC, "127.0.0.1"]],
  [["127.0.0.1", PUBLIC]],
  [[PUBLIC_6, "::1"]],
  [[PUBLIC, PUBLIC_6, "10.0.0.1"]],
  [[PUBLIC, PUBLIC_6, PUBLIC, "fe80::1"]],
  [[PUBLIC, "::ffff:127.0.0.1"]],
  [[PUBLIC, "not an address"]],
];

/** Harmless when asked first, then not. */
const rebinding = [
  [[PUBLIC], ["127.0.0.1"]],
  [[PUBLIC], ["127.0.0.1"], [PUBLIC]],
  [[PUBLIC_6], ["::1"]],
  [[], ["127.0.0.2"]],
  [[PUBLIC], [PUBLIC, "127.0.0.1"]],
];
