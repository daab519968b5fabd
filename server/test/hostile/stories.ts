// Longer moves: they leave something behind that is large, half-way or in the way of others.

import { hostileXml } from "../hostile-xml.ts";
import { sendOne } from "../raw-http.ts";
import type { Reply } from "./client.ts";
import { nastyText } from "./limits.ts";
import { isLyingStore } from "./lying-stores.ts";
import type { Move } from "./moves.ts";
import { ask, operationAt } from "./requests.ts";
import type { Asked, Stage } from "./stage.ts";

export const stories: readonly Move[] = [
  { name: "a release to many stores", weight: 3, play: deliverRelease },
  { name: "a release of 1,000 tracks", weight: 0.03, play: makeGiant },
  { name: "numbers of others", weight: 0.6, play: takeNumbers },
  { name: "hostile XML", weight: 0.3, play: sendXml },
  { name: "stores that lie", weight: 0.3, play: meetLiars },
  { name: "broken HTTP", weight: 4, play: sendBroken },
];

const MAX_TRACKS = 1_000;
const MAX_BULK = 200;

/** `POST /v1/releases` with a body, by its operation. */
async function call(stage: Stage, name: string, body?: object, given: Partial<Asked> = {}): Promise<Reply> {
  const [method = "", path = ""] = name.split(" ");
  const operation = operationAt(stage, method, path);
  return stage.send({ ...ask(stage, operation, { path, body: body && JSON.stringify(body) }), method, ...given });
}

const idOf = (reply: Reply): string | undefined => (reply && reply.status < 300 ? reply.body?.id : undefined);

function releaseBody({ chance }: Stage): object {
  const artists = [{ name: nastyText(chance, 1 + chance.below(60)), role: "main" }];
  return { title: nastyText(chance, 1 + chance.below(500)), artists, release_date: "2031-03-01" };
}

/** Approved, delivered, changed, updated, taken down and cancelled, everything at once; only the sandbox makes assets by itself. */
async function deliverRelease(stage: Stage) {
  const { chance, store_ids } = stage;
  const release_id = idOf(await call(stage, "POST /v1/releases", releaseBody(stage)));
  if (!release_id) return;
  await completeRelease(stage, release_id);
  await Promise.all([
    call(stage, `POST /v1/releases/${release_id}/submit`),
    call(stage, `PATCH /v1/releases/${release_id}`, { title: nastyText(chance, 500) }),
  ]);
  const first = chance.below(store_ids.length);
  const half = store_ids.filter((_, index) => index % 2 === first % 2);
  const deliveries = await Promise.all(
    [half, store_ids].map((chosen) =>
      call(stage, "POST /v1/deliveries", { release_id, store_ids: chosen, territory_codes: ["WORLDWIDE"] }),
    ),
  );
  const delivery_id = deliveries.map(idOf).find((id) => id !== undefined);
  if (!delivery_id) return;
  const store_id = chance.pick(half) ?? "";
  const steps: (() => Promise<Reply>)[] = [
    () => call(stage, `POST /v1/deliveries/${delivery_id}/cancel`, {}),
    () => call(stage, `POST /v1/deliveries/${delivery_id}/takedown`, { reason: nastyText(chance, 100) }),
    () => call(stage, `POST /v1/deliveries/${delivery_id}/update`, { store_ids: [store_id] }),
    () => call(stage, `POST /v1/deliveries/${delivery_id}/resubmit`, {}, { cut: "answer" }),
    () =>
      call(stage, `PATCH /v1/releases/${release_id}`, { artists: [{ name: nastyText(chance, 500), role: "main" }] }),
    () =>
      call(stage, `POST /v1/sandbox/deliveries/${delivery_id}/simulate`, {
        store_id,
        status: chance.pick(["delivered", "rejected", "action_required"]),
        ...(chance.happens(0.5) && { rejection_reason: nastyText(chance, 200) }),
      }),
    () => call(stage, `GET /v1/deliveries/${delivery_id}`),
  ];
  await Promise.all(Array.from({ length: 4 }, () => chance.pick(steps)()));
}

let isrcs = 0;

/** A sound release to stores that lie, which the service then asks again and again; the operator tests the connection to them. */
async function meetLiars(stage: Stage) {
  const { chance, store_ids, me } = stage;
  const liars = store_ids.filter(isLyingStore);
  const [audio_asset_id, artwork_asset_id] = [me.known.get("audio")?.[0], me.known.get("artwork")?.[0]];
  if (me.kind === "operator" && liars.length > 0)
    return call(stage, `POST /v1/operator/stores/${chance.pick(liars)}/test`);
  if (liars.length === 0 || !audio_asset_id) return;
  const draft = { title: "Told", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2031-03-01" };
  const release_id = idOf(await call(stage, "POST /v1/releases", { ...draft, artwork_asset_id }));
  if (!release_id) return;
  const isrc = `QZ-LIE-31-${String(++isrcs).padStart(5, "0")}`;
  await call(stage, "POST /v1/tracks", { release_id, title: "Told", isrc, audio_asset_id });
  await call(stage, `POST /v1/releases/${release_id}/submit`);
  await call(stage, "POST /v1/deliveries", { release_id, store_ids: liars, territory_codes: ["WORLDWIDE"] });
}

/** With the files that the attacker has from the beginning: making one takes the service a second. */
async function completeRelease(stage: Stage, release_id: string): Promise<void> {
  const { chance, me } = stage;
  const [audio_asset_id, artwork_asset_id] = [me.known.get("audio")?.[0], me.known.get("artwork")?.[0]];
  const title = nastyText(chance, 1 + chance.below(500));
  await call(stage, "POST /v1/tracks", { release_id, title, ...(audio_asset_id && { audio_asset_id }) });
  if (artwork_asset_id) await call(stage, `PATCH /v1/releases/${release_id}`, { artwork_asset_id });
}

/** As many tracks as a release may have, each title as long as it may be; then all that reads them whole. */
async function makeGiant(stage: Stage) {
  const { chance, store_ids } = stage;
  const release_id = idOf(await call(stage, "POST /v1/releases", releaseBody(stage)));
  if (!release_id) return;
  await completeRelease(stage, release_id);
  const audio_asset_id = stage.me.known.get("audio")?.[0];
  for (let made = 1; made < MAX_TRACKS; made += MAX_BULK) {
    const length = Math.min(MAX_BULK, MAX_TRACKS - made);
    const tracks = Array.from({ length }, () => ({
      release_id,
      title: nastyText(chance, 500),
      ...(audio_asset_id && { audio_asset_id }),
    }));
    await call(stage, "POST /v1/tracks/bulk", { tracks }, { is_heavy: true });
  }
  const heavy = { is_heavy: true };
  await call(stage, `GET /v1/tracks?release_id=${release_id}&limit=100`, undefined, heavy);
  await call(stage, `GET /v1/releases/${release_id}/preflight`, undefined, heavy);
  await call(stage, `POST /v1/releases/${release_id}/submit`, undefined, heavy);
  const everywhere = { release_id, store_ids, territory_codes: ["WORLDWIDE"] };
  const delivery_id = idOf(await call(stage, "POST /v1/deliveries", everywhere, heavy));
  await call(stage, `PATCH /v1/releases/${release_id}`, releaseBody(stage), heavy);
  if (delivery_id) await call(stage, `POST /v1/deliveries/${delivery_id}/cancel`, {}, heavy);
}

/** Writes the numbers that come next out of a bystander's range and prefix: the bystander must still get its own. */
async function takeNumbers(stage: Stage) {
  const { chance, others, me } = stage;
  const release_id = me.known.get("rel")?.at(-1);
  const isrc = chance.pick(others.flatMap(({ known }) => known.get("isrc") ?? []));
  const upc = chance.pick(others.flatMap(({ known }) => known.get("upc") ?? []));
  if (upc) {
    const next = upcAfter(upc, 1 + chance.below(20));
    await call(stage, "POST /v1/releases", { ...releaseBody(stage), upc: next });
  }
  if (!isrc || !release_id) return;
  const [prefix, last] = [isrc.slice(0, 10), Number(isrc.slice(10))];
  const tracks = Array.from({ length: MAX_BULK }, (_, index) => ({
    release_id,
    title: "Taken",
    isrc: `${prefix}${String((last + 1 + index) % 100_000).padStart(5, "0")}`,
  }));
  await call(stage, "POST /v1/tracks/bulk", { tracks }, { is_heavy: true });
}

/** Addresses that a reader would call are none. */
const documents = Object.values(hostileXml("http://192.0.2.1"));

/** A DDEX message that takes seconds or gigabytes of a reader that believes it. None is ever taken. */
async function sendXml(stage: Stage) {
  const body = Buffer.from(stage.chance.pick(documents)());
  const headers = { "content-type": "application/xml" };
  const reply = await call(stage, "POST /v1/ddex/messages", undefined, { body, headers, is_heavy: true });
  if (reply && reply.status < 300)
    stage.complain("hostile XML is taken", `${reply.status} ${reply.text.slice(0, 300)}`, {
      sent: { method: "POST", path: "/v1/ddex/messages" },
    });
}

function upcAfter(upc: string, steps: number): string {
  const digits = String(Number(upc.slice(0, 11)) + steps).padStart(11, "0");
  const sum = [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** `\n` stands for the end of a line. Each asks for the connection to be closed, or is too broken to go on. */
const broken: readonly string[] = [
  "GET /v1/releases HTTP/1.1\nConnection: close\n\n",
  "GET /v1/%zz HTTP/1.1\nHost: x\nConnection: close\n\n",
  "GET http://other.example/v1/changelog HTTP/1.1\nHost: x\nConnection: close\n\n",
  "GET /v1/../../etc/passwd HTTP/1.1\nHost: x\nConnection: close\n\n",
  "get /v1/changelog HTTP/1.1\nHost: x\n\n",
  "GET /v1/changelog HTTP/9.9\nHost: x\n\n",
  "POST /v1/releases HTTP/1.1\nHost: x\nContent-Length: 5\nContent-Length: 6\n\nhello",
  "POST /v1/releases HTTP/1.1\nHost: x\nContent-Length: -1\n\n",
  "POST /v1/releases HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nContent-Length: 3\n\n0\n\n",
  "POST /v1/oauth/token HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nConnection: close\n\nzz\nhello\n0\n\n",
  "POST /v1/releases HTTP/1.1\nHost: x\nExpect: 200-maybe\nContent-Length: 2\nConnection: close\n\n{}",
  "POST /v1/releases HTTP/1.1\nHost: x\nExpect: 100-continue\nContent-Length: 2\nConnection: close\n\n{}",
  `GET /v1/changelog HTTP/1.1\nHost: x\nX-Long: ${"y".repeat(20_000)}\n\n`,
  `GET /v1/${"z".repeat(20_000)} HTTP/1.1\nHost: x\n\n`,
  "GET /v1/changelog HTTP/1.1\nHost: x\nBad Header\n\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\n",
  "PRI * HTTP/2.0\n\nSM\n\n",
  "CONNECT example.com:443 HTTP/1.1\nHost: example.com\n\n",
];

/** Bytes that no client would send. The answer is always the error object, and the connection ends. */
async function sendBroken({ chance, me, complain, counted }: Stage) {
  const text = chance.pick(broken);
  const sent = { method: "RAW", path: JSON.stringify(text.slice(0, 300)) };
  const began = performance.now();
  try {
    const { status, headers, body } = await sendOne(me.url, text.replaceAll("\n", "\r\n"));
    counted("broken HTTP", String(status), performance.now() - began);
    if (status >= 500) complain(`${status} broken HTTP`, JSON.stringify(body), { sent });
    if (status >= 400 && (!headers["x-request-id"] || body?.error?.request_id !== headers["x-request-id"]))
      complain("broken HTTP is not answered with the error object", `${status} ${JSON.stringify(body)}`, { sent });
  } catch (error) {
    counted("broken HTTP", "no answer", performance.now() - began);
    complain("broken HTTP is not answered", String(error), { sent });
  }
}
