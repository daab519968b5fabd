// The storage (S3) is cut off or hangs under load, again and again: uploads are refused for the moment, nothing that was acknowledged is lost,
// deliveries wait and then go out, and what needs no file goes on.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startS3Process } from "../s3.ts";
import { startTcpProxy, type TcpProxy } from "../tcp-proxy.ts";
import { callerAt, cloneDatabase } from "../world.ts";
import { keepCounts } from "./counts.ts";
import { startFailoverLoad } from "./failover-load.ts";
import { checkHistory, countHistory, describeHistory } from "./history.ts";
import { makeNode, makeOrganization, type Node, OPERATOR_KEY, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";
import { checkBytes, untilConcluded } from "./uploaded.ts";
import { startUploaders } from "./uploaders.ts";
import { startWriters } from "./writers.ts";

const ROUNDS = atScale({ short: 2, full: 30 });
/** Sounds are inspected all the while: a busy machine takes longer for that than for the rest of a short campaign. */
const LIMIT_MS = Math.max(CAMPAIGN_LIMIT_MS, 1_200_000);
/** Some last longer than the half minute after which clients hear of it. */
const AWAY_MS: [number, number] = atScale({ short: [500, 2_000], full: [500, 45_000] });
/** An inspection that has failed in many rounds waits longer than the storage was away. */
const CONCLUDED_WITHIN_MS = atScale({ short: 120_000, full: 900_000 });
/** It compares the files that it gets with what the message says of them, so each delivery reads the storage. */
const STORE = "store_parsival";

let s3: Awaited<ReturnType<typeof startS3Process>>;
let proxy: TcpProxy;
let node: Node;
beforeAll(async () => {
  const { socket_dir, username } = inject("postgres");
  s3 = await startS3Process();
  const { hostname, port } = new URL(s3.endpoint);
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  node = await makeNode({
    DATABASE_URL: `postgres://${username}@/${await cloneDatabase()}?host=${socket_dir}`,
    SEGUE_STORAGE: "s3://segue-test/files",
    SEGUE_SANDBOX_WEBHOOK_ALLOW: "127.0.0.0/8",
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${proxy.port}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
  await node.start();
}, CAMPAIGN_LIMIT_MS);
afterAll(async () => {
  await removeNodes();
  await proxy.close();
  await s3.stop();
});

test(
  "the storage is away and back: 503 for what needs it, nothing acknowledged is lost, and deliveries go out when it is back",
  async () => {
    const url = node.url ?? "";
    // Each write takes a UPC, and it writes for longer than a default range lasts.
    const { key = "" } = await makeOrganization(node, { upc_ranges: [{ first: "61000000000", last: "61009999999" }] });
    const { key: uploading = "" } = await makeOrganization(node);
    const writers = startWriters({ urls: () => [url], key });
    const partner = await makeOrganization(node, { isrc_prefix: "QZFLV" });
    const load = await startFailoverLoad(callerAt(url, OPERATOR_KEY), partner, STORE);
    const uploaders = startUploaders({ url: () => url, key: uploading });
    const struck = { cuts: 0, hangs: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await uploaders.untilAcknowledged();
      const hangs = round % 2 === 1;
      if (hangs) proxy.hang();
      else proxy.cut();
      struck[hangs ? "hangs" : "cuts"]++;
      await sleep(between(...AWAY_MS));
      await writers.untilSuccess();
      proxy.mend();
    }
    await uploaders.untilAcknowledged();
    const assets = await uploaders.finish();
    await writers.finish();
    const counts = await load.finish();
    await load.close();
    await untilConcluded(assets, { url, key: uploading }, CONCLUDED_WITHIN_MS);
    for (const asset of assets) await checkBytes(asset, { url, key: uploading });
    const history = await checkHistory(writers.journal, node, key);
    const seen = { ...struck, uploads: assets.length, ...uploaders.counts(), ...counts };
    report(
      "take the storage away",
      ...Object.entries(seen).map(([what, number]) => count(number, what)),
      ...describeHistory(writers.journal, history),
    );
    keepCounts("take the storage away", { ...seen, ...countHistory(writers.journal, history) });
    expect(uploaders.wrong).toEqual([]);
    expect(writers.journal.unavailable, "requests that failed though they need no file").toBe(0);
    expect(node.crashes).toEqual([]);
  },
  LIMIT_MS,
);
