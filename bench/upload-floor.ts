// The least that an upload can cost: bytes piped from the socket to a file, and hashed on the way.

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

const [folder = ""] = process.argv.slice(2);
let count = 0;

async function keep(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, String(count++));
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, hashing, createWriteStream(path));
  response.end(hash.digest("hex"));
}

const server = createServer((request, response) => void keep(request, response));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
