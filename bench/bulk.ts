// POST 200 tracks in one request, an album at a time, 16 connections, beside a bare multi-row insert of the same rows.

import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { childMessage } from "./child-message.ts";
import { requestsPerSecond, sideBySide, type Turn } from "./measure.ts";
import { databaseOf, draft, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MARK = 0.5;
const TRACKS = 200;
const ALBUMS = 5_000;

/** A track as a partner knows it when it sends an album. */
const album = Array.from({ length: TRACKS }, (_, index) => ({
  title: `Rue Lepic No. ${index + 1}`,
  artists: [
    { name: "Vera Lux", role: "main" as const },
    { name: "Ola Berg", role: "featured" as const },
  ],
  contributors: [{ name: "Ida Holm", role: "Mixing engineer" }],
  language: "fr",
  explicit: index % 10 === 0,
}));

export async function benchBulk(): Promise<Result[]> {
  const product = await startProduct();
  const releases = await makeReleases(product);
  const floor = startFloor(product);
  const measured = await sideBySide(bulks(product, releases), floor.turn);
  floor.stop();
  await product.stop();
  return [
    {
      what: `POST ${TRACKS} tracks`,
      value: `${measured.product.toFixed(1)}/s`,
      floor: `${measured.floor.toFixed(1)}/s`,
      ratio: measured.ratio,
      spread: measured.spread,
      mark: { text: `≥ ${MARK}`, isMet: measured.ratio >= MARK },
    },
  ];
}

/** One release made by the product, and copies of it. */
async function makeReleases(product: Product): Promise<string[]> {
  const headers = { authorization: `Bearer ${product.organization.key}`, "content-type": "application/json" };
  const made = await fetch(`${product.url}/v1/releases`, { method: "POST", headers, body: JSON.stringify(draft) });
  const { id } = (await made.json()) as { id: string };
  const { db, close } = databaseOf(product, 1);
  const rows = await db<{ id: string }[]>`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search,
      created_at, updated_at)
    select id || '_' || n, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search,
      created_at, updated_at
    from releases, generate_series(1, ${ALBUMS}) as n where id = ${id} returning id`;
  await close();
  return rows.map(({ id }) => id);
}

function bulks(product: Product, releases: string[]): Turn {
  const headers = { authorization: `Bearer ${product.organization.key}`, "content-type": "application/json" };
  // Written once: the driver shares the machine with what it measures.
  const body = JSON.stringify({ tracks: album.map((track) => ({ release_id: "RELEASE", ...track })) });
  const setupRequest = (request: object) => ({
    ...request,
    method: "POST" as const,
    path: "/v1/tracks/bulk",
    headers: { ...headers, "idempotency-key": randomUUID() },
    body: body.replaceAll("RELEASE", nextRelease()),
  });
  let used = 0;
  const nextRelease = () => releases[used++ % releases.length] ?? "";
  return (seconds) => requestsPerSecond(seconds, { url: product.url, requests: [{ setupRequest }] }, 201);
}

function startFloor({ socket_dir, organization }: Product): { turn: Turn; stop(): void } {
  const path = fileURLToPath(new URL("bulk-floor.ts", import.meta.url));
  const child = fork(path, [socket_dir, organization.id, JSON.stringify(album)], { execArgv: ["--import", "tsx"] });
  const turn: Turn = async (seconds) => {
    child.send(seconds);
    const rate = await childMessage<number>(child);
    return rate;
  };
  return { turn, stop: () => void child.kill() };
}
