// ERN messages over SFTP, against a real server over a real folder.

import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { releaseMessage, takedownOf } from "../../test/connector-conformance.ts";
import { atScale } from "../../test/faults/scale.ts";
import { systemClock } from "../../test/no-edges.ts";
import { newKey, openssh_server, type SftpServer, startSftpServer } from "../../test/sftp-server.ts";
import { choreographySchema } from "../ddex/schemas.ts";
import { type ReleaseMessage, type StoreMessage, TransportFailure } from "../messages/message.ts";
import type { SchemaCheck } from "../messages/written-message.ts";
import type { Blobs } from "../platform/storage/blobs.ts";
import { openBlobs } from "../platform/storage/storage.ts";
import type { CollectOptions } from "./connector.ts";
import { connectErnSftp, type SftpSettings } from "./ern-sftp.ts";
import { connectorKinds, readConnector } from "./kinds.ts";
import { WINDOW_BYTES } from "./sftp-session.ts";

const MIB = 1024 * 1024;
const document = "<message/>";
const message = releaseMessage();
const place = "N_036000291452_20261101000000000";

let store: SftpServer;
let blobs: Blobs;
let path: string;

beforeEach(async () => {
  store = await startSftpServer();
  path = await mkdtemp(join(tmpdir(), "segue-ern-"));
  blobs = await openBlobs({ kind: "folder", path }, "test");
});
afterEach(async () => {
  await store.stop();
  await rm(path, { recursive: true, force: true });
});

type Options = {
  settings?: object;
  secrets?: Record<string, string>;
  from?: Pick<Blobs, "get" | "size">;
  clock?: { now(): Date };
  schemas?: SchemaCheck;
};

function connect(options: Options = {}) {
  const { settings = {}, secrets = store.secrets, from = blobs, clock = systemClock, schemas } = options;
  const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Auralis" }];
  const { connector } = readConnector(connectorKinds, { kind: "ern_sftp", recipients, ...store.settings, ...settings });
  const ern = { sender: { party_id: "PADPIDA2013042401U", party_name: "Segue" }, control_type: "LiveMessage" as const };
  return connectErnSftp({ settings: connector as unknown as SftpSettings, secrets, blobs: from, clock, ern, schemas });
}

const signal = new AbortController().signal;
const send = (to: StoreMessage = message, options: Options = {}) => {
  const connector = connect(options);
  return to.kind === "takedown"
    ? connector.takedown(to, { document, signal })
    : connector.send(to, { document, signal });
};

/** Puts so many bytes behind each file of the message. */
async function stock(sizes: { audio: number; artwork: number }): Promise<ReleaseMessage> {
  const files = [];
  for (const file of message.files) {
    const bytes = randomBytes(sizes[file.type]);
    await blobs.put(file.blob_key, Readable.from([bytes]));
    const checksum_sha256 = createHash("sha256").update(bytes).digest("hex");
    files.push({ ...file, size_bytes: bytes.length, checksum_sha256 });
  }
  return { ...message, files };
}

const small = { audio: 1_000, artwork: 500 };
const filesAtStore = async () =>
  (await readdir(store.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(store.folder.length + 1))
    .sort();

async function expectWhole(sent: ReleaseMessage): Promise<void> {
  const names = { audio: "036000291452_01_001.wav", artwork: "036000291452.jpg" };
  for (const { type, checksum_sha256 } of sent.files) {
    const bytes = await readFile(join(store.folder, place, "resources", names[type]));
    expect(createHash("sha256").update(bytes).digest("hex"), type).toBe(checksum_sha256);
  }
  expect(await readFile(join(store.folder, place, "036000291452.xml"), "utf8")).toBe(document);
  expect((await filesAtStore()).filter((name) => name.endsWith(".part"))).toEqual([]);
}

describe("sending", () => {
  test("files come first and the message last, each under its name only when it is whole", async () => {
    const sent = await stock(small);
    expect(await send(sent)).toEqual({});
    expect(store.arrivals).toEqual([
      `${place}/resources/036000291452.jpg`,
      `${place}/resources/036000291452_01_001.wav`,
      `${place}/036000291452.xml`,
    ]);
    await expectWhole(sent);
  });

  test("a batch has a signal file of its own, which comes last", async () => {
    const sent = await stock(small);
    await send(sent, { settings: { folder: "/in/segue", batches: true, signal: "empty" } });
    const batch = "in/segue/N_20261101000000000";
    expect(store.arrivals.slice(-2)).toEqual([
      `${batch}/036000291452/036000291452.xml`,
      `${batch}/BatchComplete_20261101000000000.xml`,
    ]);
    expect(await readFile(join(store.folder, store.arrivals.at(-1) ?? ""), "utf8")).toBe("");
  });

  test("a manifest is compared with its schema before anything of its batch is put, and an empty signal is not", async () => {
    const sent = await stock(small);
    const asked: [string, string][] = [];
    let problems = [{ path: "/ManifestMessage", issue: "is not as it should be" }];
    const schemas: SchemaCheck = {
      check: async (schema, { document }) => {
        asked.push([schema, document()]);
        return problems;
      },
    };
    const batches = { settings: { batches: true }, schemas };
    await expect(send(sent, batches)).rejects.toThrow(
      new TransportFailure(
        "Nothing was sent: the manifest would not be valid. /ManifestMessage is not as it should be",
      ),
    );
    expect(store.arrivals).toEqual([]);
    problems = [];
    await send(sent, batches);
    const manifest = await readFile(join(store.folder, store.arrivals.at(-1) ?? ""), "utf8");
    expect(asked).toEqual([
      [choreographySchema, manifest],
      [choreographySchema, manifest],
    ]);
    await send(sent, { settings: { batches: true, signal: "empty", folder: "other" }, schemas });
    await send(sent, { settings: { folder: "third" }, schemas });
    expect(asked).toHaveLength(2);
  });

  test("an update brings only files that the store does not have, unless it wants them again", async () => {
    const sent = await stock(small);
    const files = sent.files.map((file) => ({ ...file, is_at_store: file.type === "audio" }));
    await send({ ...sent, kind: "update", files });
    expect(store.arrivals).toEqual([`${place}/resources/036000291452.jpg`, `${place}/036000291452.xml`]);
    const later = { ...sent, created_at: "2026-11-02T00:00:00.000Z", files };
    await send(later, { settings: { resend_files: true } });
    expect(store.arrivals).toHaveLength(5);
  });

  test("a takedown is a message without files, in a folder of its own", async () => {
    const taken = { ...takedownOf(message), created_at: "2026-12-01T08:30:00.005Z" };
    expect(await send(taken)).toEqual({});
    expect(store.arrivals).toEqual(["N_036000291452_20261201083000005/036000291452.xml"]);
  });

  test("a store whose server cannot rename gets the files under their names at once", async () => {
    store.manners.cannot_rename = true;
    const sent = await stock(small);
    await send(sent);
    await expectWhole(sent);
    expect(store.arrivals.at(-1)).toBe(`${place}/036000291452.xml`);
  });

  test("what is read from storage is never more than a window ahead of what the store has", async () => {
    const sent = await stock({ audio: 24 * MIB, artwork: 10 });
    let [read, furthest] = [0, 0];
    const watched: Options["from"] = {
      size: blobs.size,
      get: async (key, range) => {
        const bytes = await blobs.get(key, range);
        bytes?.on("data", ({ length }: Buffer) => {
          read += length;
          furthest = Math.max(furthest, read - store.bytes_written);
        });
        bytes?.pause();
        return bytes;
      },
    };
    await send(sent, { from: watched });
    await expectWhole(sent);
    expect(read).toBe(24 * MIB + 10);
    expect(furthest).toBeLessThan(WINDOW_BYTES + MIB);
  });
});

describe("when the line breaks", () => {
  const isLost = /connection to the store was lost/;

  test("the next call sends the rest alone", async () => {
    const sent = await stock({ audio: 12 * MIB, artwork: 1_000 });
    store.manners.cut_after_bytes = 9 * MIB;
    await expect(send(sent)).rejects.toThrow(isLost);
    expect((await filesAtStore()).at(-1)).toMatch(/\.wav\.part$/);
    store.bytes_written = 0;
    await send(sent);
    await expectWhole(sent);
    expect(store.bytes_written).toBeLessThan(3 * MIB + WINDOW_BYTES + 1_000);
  });

  test.each([false, true])(
    "at any request (renames: %s): all of it comes to the store, and the message last",
    async (can) => {
      const sent = await stock({ audio: 100_000, artwork: 40_000 });
      for (let request = 1; ; request += atScale({ short: 3, full: 1 })) {
        store.manners = { cut_at_request: request, cannot_rename: !can };
        const cut = await send(sent).then(
          () => false,
          (error) => {
            expect(error).toBeInstanceOf(TransportFailure);
            return true;
          },
        );
        if (!cut) break;
        store.manners = { cannot_rename: !can };
        await send(sent);
        await expectWhole(sent);
        expect(store.arrivals.at(-1)).toBe(`${place}/036000291452.xml`);
        await rm(join(store.folder, place), { recursive: true });
      }
      expect(store.arrivals.length).toBeGreaterThan(atScale({ short: 6, full: 20 }));
    },
  );

  test("the call ends at its deadline, and its connection with it", async () => {
    const sent = await stock(small);
    store.manners.is_silent = true;
    const deadline = new AbortController();
    const sending = connect().send(sent, { document, signal: deadline.signal });
    await expect.poll(() => store.connections()).toBe(1);
    deadline.abort();
    await expect(sending).rejects.toThrow(/did not answer in time/);
    await expect.poll(() => store.connections()).toBe(0);
  });

  test("a call whose time is over hands on the rest to the next one", async () => {
    const sent = await stock({ audio: 12 * MIB, artwork: 1_000 });
    let [looks, calls] = [0, 0];
    // Each look at the clock takes ten seconds.
    const clock = { now: () => new Date(10_000 * looks++) };
    for (let has_more: true | undefined = true; has_more; calls++) has_more = (await send(sent, { clock })).has_more;
    expect(calls).toBeGreaterThan(2);
    await expectWhole(sent);
  });

  test("a message in our place is never replaced by another", async () => {
    const sent = await stock(small);
    await send(sent);
    const other = connect().send(sent, { document: "<another/>", signal });
    await expect(other).rejects.toThrow(/another 036000291452.xml/);
    await expectWhole(sent);
  });
});

describe("the login", () => {
  test("a private key does in place of a password", async () => {
    await send(await stock(small), { secrets: { private_key: store.private_key } });
    expect(store.arrivals).toHaveLength(3);
  });

  test("a refused one gets a sentence of ours, without any secret", async () => {
    const wrong = { password: "not-this-one" };
    const failure = await send(await stock(small), { secrets: wrong }).catch((error) => error);
    expect([failure.constructor, failure.message]).toEqual([TransportFailure, "The store refused the login."]);
  });

  test("a private key that is none gets a sentence of ours", async () => {
    const failure = await send(await stock(small), { secrets: { private_key: "no key" } }).catch((error) => error);
    expect([failure.constructor, failure.message]).toEqual([
      TransportFailure,
      "The private key or its passphrase cannot be read: the operator must enter them again.",
    ]);
  });

  test.each([
    [`SHA256:${"A".repeat(43)}`, /another host key/],
    [undefined, /host key is not set/],
  ])("a server with the host key %s gets no password", async (host_key, words) => {
    await expect(send(await stock(small), { settings: { host_key } })).rejects.toThrow(words);
    expect(store.logins).toBe(0);
  });

  test("a server that is away is a failure of the transport", async () => {
    const { port } = store;
    await store.stop();
    await expect(send(await stock(small), { settings: { port } })).rejects.toThrow("The store refuses connections.");
  });
});

describe("answers", () => {
  const lay = async (name: string, text: string) => {
    await mkdir(join(store.folder, "acknowledgements"), { recursive: true });
    await writeFile(join(store.folder, "acknowledgements", name), text);
  };
  const collect = async (unseen: CollectOptions["unseen"] = async (listed) => listed, settings = {}) =>
    connect({ settings }).collect?.({ signal, unseen });

  test("are all read at once, in the order of their names, and what was seen before is not read", async () => {
    expect(await collect()).toEqual({ files: [], has_more: false });
    await lay("b.xml", "<b/>");
    await lay("a.xml", "<a/>");
    await mkdir(join(store.folder, "acknowledgements", "folder"));
    const { files = [] } = (await collect()) ?? {};
    expect(files.map(({ name, bytes }) => [name, bytes?.toString()])).toEqual([
      ["a.xml", "<a/>"],
      ["b.xml", "<b/>"],
    ]);
    const rest = await collect(async (listed) => listed.filter(({ name }) => name !== "a.xml"));
    expect(rest?.files.map(({ name }) => name)).toEqual(["b.xml"]);
    expect(store.calls).toBe(3);
  });

  test("of a store without acknowledgements are not asked for", async () => {
    store.cutAll();
    await store.stop();
    expect(await collect(undefined, { acknowledgements: "" })).toEqual({ files: [], has_more: false });
  });

  test("are never asked for message by message", async () => {
    store.cutAll();
    await store.stop();
    expect(await connect().poll(message, { signal })).toEqual({});
  });
});

describe("a server that lies", () => {
  const collect = () => connect().collect?.({ signal, unseen: async (listed) => listed.slice(0, 3) });
  beforeEach(async () => {
    await mkdir(join(store.folder, "acknowledgements"), { recursive: true });
    await writeFile(join(store.folder, "acknowledgements", "one.xml"), "<a/>");
  });

  test.each([
    ["long names without end", []],
    ["folders without end", []],
    ["one name again and again", ["one.xml"]],
  ] as const)("about names (%s): the listing ends", async (lie, names) => {
    store.manners = { lie };
    expect((await collect())?.files.map(({ name }) => name)).toEqual(names);
  });

  test("about a file without end: it is too large, and no more of it is read", async () => {
    store.manners = { lie: "a file without end" };
    expect((await collect())?.files).toEqual([{ name: "one.xml", version: expect.any(String), bytes: null }]);
  });

  test("about a message of ours: it is read as far as ours goes", async () => {
    const sent = await stock(small);
    await send(sent);
    store.manners = { lie: "a file without end" };
    await expect(send(sent)).rejects.toThrow(/another 036000291452.xml/);
  });

  test.each(["answers to something else", "packets of any length"] as const)(
    "about everything (%s): a failure of the transport",
    async (lie) => {
      const sent = await stock(small);
      store.manners = { lie };
      for (const call of [collect, () => send(sent)])
        expect(await call()?.catch((error: Error) => error)).toBeInstanceOf(TransportFailure);
    },
  );

  test("about sizes: nothing of ours is taken for whole", async () => {
    const sent = await stock(small);
    store.manners = { lie: "sizes without end" };
    expect(await send(sent).catch((error: Error) => error)).toBeInstanceOf(TransportFailure);
  });

  test("about who it is: a server whose host key has changed learns nothing", async () => {
    const other = await startSftpServer({ host_key: newKey() });
    const { port } = other;
    const reading = connect({ settings: { port } }).collect?.({ signal, unseen: async (listed) => listed });
    await expect(reading).rejects.toThrow(/another host key/);
    expect([other.calls, other.logins]).toEqual([1, 0]);
    await other.stop();
  });
});

test.runIf(openssh_server)("OpenSSH's own sftp-server takes the same", async () => {
  const { folder } = store;
  const openssh = await startSftpServer({ program: openssh_server, folder });
  const sent = await stock({ audio: 5 * MIB, artwork: 1_000 });
  await send(sent, { settings: openssh.settings });
  await send(sent, { settings: openssh.settings });
  await expectWhole(sent);
  await openssh.stop();
});
