import { expect, test } from "vitest";
import { createLog } from "../../logging.ts";
import { createFailureLog } from "./failure-log.ts";

test("while the database is away there is a line a second, and not one for each request", () => {
  const lines: string[] = [];
  let now_ms = 0;
  const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
  const logFailure = createFailureLog(log, () => now_ms);
  const away = Object.assign(new Error("The connection to the database was lost."), { code: "CONNECTION_CLOSED" });
  // A hundred requests a second, for three seconds.
  for (; now_ms < 3_000; now_ms += 10)
    logFailure({ request_id: "req_1", method: "GET", route: "/v1/releases", error: away });
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ level, msg }) => [level, Number(/\d+$/.exec(msg)?.[0])])).toEqual([
    [40, 1],
    [40, 100],
    [40, 100],
  ]);
  // Any other failure is logged whole, also in between.
  logFailure({ request_id: "req_2", error: new TypeError("x is not a function") });
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ level: 50, request_id: "req_2", msg: "A request failed" });
});
