// A node under test: the built service as a process, on a folder of its own, and the ways to strike it.

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { ensureDatabase } from "../../src/platform/database/create.ts";
import type { DatabaseAddress } from "../../src/platform/database/url.ts";
import { startEmbeddedPostgres } from "../../src/platform/embedded/embedded-postgres.ts";
import { openSocketFolder } from "../../src/platform/embedded/socket-folder.ts";
import { makeRunFolder } from "../postgres.ts";
import { prepareFolder } from "../prepared-folder.ts";
import { type ServiceProcess, startService } from "../service-process.ts";
import { type Caller, callerAt, cloneDatabase } from "../world.ts";
import { atScale } from "./scale.ts";

export type Node = {
  data_dir: string;
  /** The sandbox's address, because its limits are ten times as wide. Undefined while the node is down. */
  url: string | undefined;
  /** The last words of a node that ended unasked. */
  crashes: string[];
  /** The lines with the text that this run of the node has logged. */
  linesWith(text: string): string[];
  /** Answers with how long it took until it was ready. */
  start(): Promise<number>;
  /** Starts, and does not wait. */
  launch(): ServiceProcess;
  kill(): Promise<void>;
  /** SIGTERM: how it ended, and after how long. */
  terminate(): Promise<{ code: number | null; took_ms: number }>;
};

export const OPERATOR_KEY = "an-operator-key-for-fault-tests";

/** Nodes that share a database share these. */
const shared = { SEGUE_OPERATOR_KEY: OPERATOR_KEY, SEGUE_SECRET: Buffer.alloc(32, 7).toString("base64") };

const nodes: Node[] = [];
const POLL_MS = 20;
const NEW_POSTMASTER_WITHIN_MS = 60_000;

/** `checkout`: a folder with the built code of another version, this one if left out. */
export async function makeNode(variables: Record<string, string> = {}, checkout?: string): Promise<Node> {
  const data_dir = await makeRunFolder();
  let service: ServiceProcess | undefined;
  let isAsked = true;

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    // No client may reach the port of a dead node: another process may have it by then.
    node.url = undefined;
    isAsked = true;
    service?.child.kill(signal);
    return (await service?.exit)?.code ?? null;
  }

  const node: Node = {
    data_dir,
    url: undefined,
    crashes: [],
    linesWith: (text) => (service?.output() ?? "").split("\n").filter((line) => line.includes(text)),
    launch() {
      const started = startService(
        { ...shared, SEGUE_DATA_DIR: data_dir, ...variables },
        { ...(checkout !== undefined && { checkout }) },
      );
      service = started;
      isAsked = false;
      void started.exit.then(({ code, signal }) => {
        if (service === started && !isAsked) node.crashes.push(`Ended with ${code ?? signal}:\n${tail(started)}`);
      });
      return started;
    },
    async start() {
      const began = performance.now();
      const { sandbox_url } = await node.launch().ready;
      node.url = sandbox_url;
      return performance.now() - began;
    },
    kill: async () => void (await end("SIGKILL")),
    async terminate() {
      const began = performance.now();
      const code = await end("SIGTERM");
      return { code, took_ms: performance.now() - began };
    },
  };
  nodes.push(node);
  return node;
}

/** A node whose first start is not what is tested. */
export async function makePreparedNode(): Promise<Node> {
  const node = await makeNode();
  await prepareFolder(node.data_dir);
  return node;
}

/**
 * A node whose PostgreSQL is never killed, and its sandbox's database. In the short form it has no server of its own, but
 * migrated databases on the server of the run.
 */
export async function makeStruckNode(): Promise<{ node: Node; address(): Promise<DatabaseAddress> }> {
  return atScale({ short: onRunsServer, full: onOwnServer })();
}

async function onRunsServer() {
  const { socket_dir, username } = inject("postgres");
  const database = await cloneDatabase();
  const sandbox = `${database}_sandbox`;
  await ensureDatabase({ socket_dir, username, database: "postgres" }, sandbox, inject("template"));
  const node = await makeNode({ DATABASE_URL: `postgres://${username}@/${database}?host=${socket_dir}` });
  return { node, address: async () => ({ socket_dir, username, database: sandbox }) };
}

async function onOwnServer() {
  const node = await makeNode();
  const address = async () => ({
    socket_dir: await openSocketFolder(node.data_dir),
    username: "segue",
    database: "segue_sandbox",
  });
  return { node, address };
}

/** For `afterAll`: nothing of any node stays, whatever state a failed test left it in. */
export async function removeNodes(): Promise<void> {
  await Promise.all(nodes.map((node) => node.terminate()));
  for (const { data_dir } of nodes.splice(0)) {
    if ((await postmasterPid(data_dir)) !== undefined) {
      const orphan = await startEmbeddedPostgres({ data_dir, log: () => undefined });
      await orphan.stop();
    }
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** An organization of its own, so that a history holds one campaign's writes and no others. */
export async function makeOrganization(node: Node, settings: object = {}): Promise<Caller & { id: string }> {
  const operator = callerAt(node.url ?? "", OPERATOR_KEY);
  const body = { name: "Harrier Records", tier: "enterprise", ...settings };
  const made = await operator.call("POST /v1/operator/organizations", { body });
  if (made.status !== 201) throw new Error(`No organization: ${made.text}`);
  const { body: issued } = await operator.call(`POST /v1/operator/organizations/${made.body.id}/api-keys`, {
    body: {},
  });
  return { id: made.body.id, ...callerAt(node.url ?? "", issued.key) };
}

export async function killPostmaster(node: Node): Promise<number> {
  const pid = await postmasterPid(node.data_dir);
  if (pid === undefined) throw new Error("No PostgreSQL runs.");
  process.kill(pid, "SIGKILL");
  return pid;
}

/** Until the service itself has started another server. */
export async function waitForNewPostmaster(node: Node, killed_pid: number): Promise<void> {
  const deadline = performance.now() + NEW_POSTMASTER_WITHIN_MS;
  for (;;) {
    const pid = await postmasterPid(node.data_dir);
    // While it clears the folder, the service writes its own pid into the file; the status comes from the server.
    if (pid !== undefined && pid !== killed_pid && (await isPostmasterReady(node.data_dir))) return;
    if (node.crashes.length > 0) throw new Error(node.crashes.join("\n"));
    if (performance.now() > deadline) throw new Error("The service did not start its PostgreSQL again.");
    await sleep(POLL_MS);
  }
}

async function postmasterPid(data_dir: string): Promise<number | undefined> {
  const pid = Number((await pidFile(data_dir))[0]);
  return pid > 0 ? pid : undefined;
}

async function isPostmasterReady(data_dir: string): Promise<boolean> {
  return (await pidFile(data_dir))[7]?.trim() === "ready";
}

async function pidFile(data_dir: string): Promise<string[]> {
  const text = await readFile(join(data_dir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n");
}

function tail(service: ServiceProcess): string {
  return service.output().slice(-2_000);
}
