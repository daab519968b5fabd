// The least a server can do to answer GET /v1/releases/{release_id}: the same statement, JSON.stringify, no guards.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "../server/src/platform/database/db.ts";
import { findRelease } from "../server/src/releases/queries.ts";

const [socket_dir = "", organization_id = ""] = process.argv.slice(2);
const { db } = openDatabase({ socket_dir, username: "segue", database: "segue" });

const server = createServer((request, response) => {
  const id = request.url?.slice("/v1/releases/".length) ?? "";
  findRelease(db, { organization_id, id }).then(
    (release) => response.setHeader("content-type", "application/json").end(JSON.stringify(release)),
    () => response.writeHead(500).end(),
  );
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
