// A store's bucket that takes requests about one object and does not answer some of them.

import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Bucket } from "./s3-bucket.ts";

export type HangingBucket = {
  endpoint: string;
  /** Asked of each request about an object; listings are always answered. */
  hangsAt: (asked: IncomingMessage) => boolean;
  onHang: () => void;
  stop(): Promise<void>;
};

export async function startHangingBucket({ settings }: S3Bucket): Promise<HangingBucket> {
  const front = createServer((asked, reply) => {
    const { method = "GET", headers, url = "/" } = asked;
    const target = new URL(url, settings.endpoint);
    const isListing = target.searchParams.has("list-type");
    if (!isListing && hanging.hangsAt(asked)) return hanging.onHang();
    const passed = request(target, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    passed.on("error", () => reply.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const hanging: HangingBucket = {
    endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    hangsAt: () => false,
    onHang: () => undefined,
    async stop() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
  return hanging;
}
