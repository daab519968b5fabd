// Reads every hostile document in a process of its own, one after the other, and tells the most memory that the process ever had,
// before the first and after the last, in MB. Run by a test.

import { prepareMessage } from "../src/exchange/prepare-message.ts";
import { ApiError } from "../src/platform/errors.ts";
import { hostileXml } from "./hostile-xml.ts";

const peak_mb = () => Math.round(process.resourceUsage().maxRSS / 1024);
const read = (bytes: Buffer) =>
  prepareMessage({ organization_id: "org_1", bytes, now: "2026-11-01T00:00:00.000Z", schemas: undefined });

const corpus = Object.entries(hostileXml("http://127.0.0.1:9"));
// A small one first, so that all code is loaded.
await read(Buffer.from("<a/>")).catch(() => undefined);
const before_mb = peak_mb();
let refused = 0;
let most = { name: "", mb: 0 };
for (const [name, make] of corpus) {
  // Memory that earlier documents left does not count for this one.
  gc?.();
  const was_mb = peak_mb();
  const refusal = await read(Buffer.from(make())).catch((error: unknown) => error);
  if (refusal instanceof ApiError) refused += 1;
  const mb = peak_mb() - was_mb;
  if (mb > most.mb) most = { name, mb };
}
process.stdout.write(JSON.stringify({ documents: corpus.length, refused, before_mb, after_mb: peak_mb(), most }));
