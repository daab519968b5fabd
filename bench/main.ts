// `npm run bench -- NAME`: runs the product and its floor side by side on the same data, prints both, the ratio and the
// spread, and keeps the figures in bench/results.md. `npm run bench` alone runs them all.

import { benchAssets } from "./assets.ts";
import { benchBulk } from "./bulk.ts";
import { benchClose } from "./close.ts";
import { benchDashboard } from "./dashboard.ts";
import { benchDay } from "./day.ts";
import { benchDayAfterAYear } from "./day-after-a-year.ts";
import { benchDayEach } from "./day-each.ts";
import { benchDayTwoWorkers } from "./day-two-workers.ts";
import { benchDeliver } from "./deliver.ts";
import { benchErn } from "./ern.ts";
import { benchImport } from "./import.ts";
import { benchInspect } from "./inspect.ts";
import { benchList } from "./list.ts";
import { benchMail } from "./mail.ts";
import { benchQueue } from "./queue.ts";
import { benchRead } from "./read.ts";
import { type Result, recordResults } from "./report.ts";
import { benchSdk } from "./sdk.ts";
import { benchSftp } from "./sftp.ts";
import { benchSignIn } from "./sign-in.ts";
import { benchStart } from "./start.ts";
import { benchWebhooks } from "./webhooks.ts";
import { benchWrite } from "./write.ts";

const benches: Record<string, () => Promise<Result[]>> = {
  read: benchRead,
  write: benchWrite,
  bulk: benchBulk,
  list: benchList,
  queue: benchQueue,
  deliver: benchDeliver,
  day: benchDay,
  "day --after-a-year": benchDayAfterAYear,
  "day --two-workers": benchDayTwoWorkers,
  "day --each": benchDayEach,
  ern: benchErn,
  import: benchImport,
  close: benchClose,
  webhooks: benchWebhooks,
  mail: benchMail,
  "sign-in": benchSignIn,
  sdk: benchSdk,
  sftp: benchSftp,
  start: benchStart,
  dashboard: benchDashboard,
  assets: async () => [...(await benchAssets()), ...(await benchInspect())],
};

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
// An option belongs to the name before it: `day --two-workers`.
const asked = process.argv
  .slice(2)
  .join(" ")
  .split(/ (?!--)/);
const names = process.argv.length > 2 ? asked : Object.keys(benches);
for (const name of names) {
  const bench = benches[name];
  if (!bench) throw new Error(`There is no benchmark ${name}; there are ${Object.keys(benches).join(", ")}.`);
  process.stdout.write(`\n${name}\n`);
  recordResults(name, await bench());
}
process.exit(0);
