// `segue doctor`: what is wrong, and what to do. The service examines itself (GET /v1/operator/diagnosis). This command
// adds what only its caller can see: whether the service answers, the clock here, and the variables of this shell. If the
// service does not answer, the server's build on this machine looks at what a start would need.

import { type Segue, SegueConnectionError, SegueError } from "@segue/sdk";
import { unknownNames } from "../../../server/src/unknown-names.ts";
import { asTyped } from "../command-name.ts";
import { counted } from "../counted.ts";
import { type Invocation, pagesOf } from "../invocation.ts";
import { findOperating } from "../operating/server-build.ts";
import { flag } from "../option.ts";
import { alignedRows, coloursOf, printable } from "../output.ts";
import { command } from "../row.ts";
import { namedUrl, UsageError } from "../settings.ts";

/** `advice` null: it is well. */
type Check = { name: string; ok: boolean; detail: string; advice: string | null; ms: number };

type Wish = { tests_stores?: true };

export const doctorCommand = command("doctor", "find what is wrong with the service, and say what to do", {
  as: "operator",
  options: {
    tests_stores: flag("--test-stores", "also connect to every active store and leave and remove a small file there"),
  },
  notes: () =>
    "It ends with exit code 0 if all is well, and with 1 if something is wrong. It examines one environment: production,\n" +
    "or the sandbox with --sandbox. On the machine of the service it also explains why no service answers.",
  examples: [
    "doctor",
    "doctor --sandbox",
    "doctor --test-stores",
    "doctor --json | jq -r '.checks[] | select(.ok | not).advice'",
  ],
  async run(invocation, wish: Wish) {
    const { is_sandbox, output, name } = invocation;
    const found = [examineShell(invocation), ...(await examineService(invocation, wish))];
    const checks = is_sandbox ? found.map(forSandbox) : found;
    const ok = checks.every((check) => check.ok);
    output.report({ ok, checks }, linesOf(checks, name));
    if (!ok) process.exitCode = 1;
    // A local check that was given up still waits, and would hold the process for minutes.
    if (!checks.some((check) => check.name === "service" && check.ok)) process.stdout.write("", () => process.exit());
  },
});

/** The commands in an advice act on the environment that was examined. `segue serve` and `segue backup` act on both. */
function forSandbox(check: Check): Check {
  const advice = check.advice?.replaceAll(/`(segue (?!serve|backup)[^`]*)`/g, "`$1 --sandbox`") ?? null;
  return { ...check, advice };
}

function examineShell({ variables }: Invocation): Check {
  const unknown = unknownNames(variables);
  const check = { name: "shell", ms: 0 };
  if (unknown === undefined)
    return { ...check, ok: true, detail: "The variables of this shell have known names.", advice: null };
  return { ...check, ok: false, detail: `${unknown}.`, advice: "Correct or remove the variable." };
}

/** Each check of the service has 15 seconds, and all run at once: a service that takes longer hangs. */
const ANSWERED_WITHIN_MS = 20_000;

async function examineService(invocation: Invocation, { tests_stores }: Wish): Promise<Check[]> {
  const began_ms = performance.now();
  const asked_ms = Date.now();
  try {
    // A second try would only take longer: the first failure is the finding.
    const { client, url } = invocation.connect("operator", { retries: 0 });
    const { time, checks } = await askService(client, url);
    const ms = Math.round(performance.now() - began_ms);
    const answered = { name: "service", ok: true, detail: `${url} answers.`, advice: null, ms };
    const stores = tests_stores ? await testStores(client) : [];
    return [answered, examineClock(Date.parse(time), asked_ms), ...checks, ...stores];
  } catch (error) {
    const ms = Math.round(performance.now() - began_ms);
    const failed = { name: "service", ok: false, ms, ...failureOf(error) };
    // A service that refuses runs: its machine has nothing to explain.
    return error instanceof SegueError ? [failed] : [failed, ...(await examineLocally(invocation))];
  }
}

async function askService({ operator }: Segue, url: string) {
  try {
    return await operator.diagnosis.get({ timeoutMs: ANSWERED_WITHIN_MS });
  } catch (error) {
    if (!(error instanceof SegueConnectionError && error.reason === "timeout")) throw error;
    throw new SegueConnectionError("timeout", `${url} did not answer within ${ANSWERED_WITHIN_MS / 1_000} s.`);
  }
}

function failureOf(error: unknown): Pick<Check, "detail" | "advice"> {
  if (error instanceof UsageError)
    return { detail: error.message, advice: "Set the variable that it names, and run this again." };
  if (error instanceof SegueConnectionError && error.reason === "timeout")
    return { detail: error.message, advice: "Look into the log of the service, and restart it if it hangs." };
  if (error instanceof SegueConnectionError)
    return {
      detail: error.message,
      advice: "If the service runs elsewhere, set SEGUE_URL to its address.",
    };
  if (!(error instanceof SegueError)) throw error;
  const detail = `It answered ${error.code}: ${error.message}`;
  if (error.status === 401)
    return {
      detail: `It answered ${error.code}: it does not know this operator key.`,
      advice:
        "Set SEGUE_OPERATOR_KEY to the operator key of this service, or SEGUE_URL to its address. After a new key, restart the service.",
    };
  if (error.status === 403 || error.status === 404)
    return {
      detail,
      advice: "Set SEGUE_OPERATOR_KEY to the operator key of this service, or SEGUE_URL to its address.",
    };
  return { detail, advice: `Look for request ${error.request_id} in the log of the service.` };
}

const TOLERATED_MS = 5_000;

/** The answer was made at some moment between the question and now. */
function examineClock(service_ms: number, asked_ms: number): Check {
  const now_ms = Date.now();
  const off_ms = service_ms < asked_ms ? asked_ms - service_ms : Math.max(service_ms - now_ms, 0);
  const check = { name: "clock_here", ms: 0 };
  if (off_ms <= TOLERATED_MS)
    return { ...check, ok: true, detail: "The clock of this machine agrees with the service's.", advice: null };
  const side = service_ms < asked_ms ? "ahead of" : "behind";
  const detail = `The clock of this machine is ${Math.round(off_ms / 1_000)} s ${side} the service's.`;
  return { ...check, ok: false, detail, advice: "Let NTP set the clocks of both machines." };
}

/** Only where the server's build is, and not for a service on another machine. */
async function examineLocally({ variables, is_sandbox }: Invocation): Promise<Check[]> {
  const named = namedUrl(variables);
  const operating = named === undefined || isHere(named) ? await findOperating() : undefined;
  if (operating) return operating.diagnose(variables, is_sandbox ? "sandbox" : "production");
  const detail = "The service is not on this machine, so nothing more can be said from here.";
  return [{ name: "process", ok: false, detail, advice: "Run `segue doctor` on the machine of the service.", ms: 0 }];
}

function isHere(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

const TESTED_AT_ONCE = 4;
const MOST_STORES = 1_000;

async function testStores({ operator }: Segue): Promise<Check[]> {
  const { data } = await pagesOf(MOST_STORES, (page) => operator.stores.list(page));
  const waiting = data.filter(({ status }) => status === "active").map(({ store_id }) => store_id);
  const checks: Check[] = [];
  const tester = async () => {
    for (let store_id = waiting.pop(); store_id !== undefined; store_id = waiting.pop())
      checks.push(await testStore(operator.stores, store_id));
  };
  await Promise.all(Array.from({ length: TESTED_AT_ONCE }, tester));
  return checks.sort((one, other) => one.name.localeCompare(other.name));
}

async function testStore(stores: Segue["operator"]["stores"], store_id: string): Promise<Check> {
  const { ok, steps } = await stores.test(store_id);
  const ms = steps.reduce((sum, step) => sum + step.ms, 0);
  const failed = steps.find((step) => !step.ok);
  const done = steps.length === 0 ? "Its connector makes no connection." : "Every step of the test went well.";
  if (ok || !failed) return { name: store_id, ok: true, detail: done, advice: null, ms };
  const advice = `Correct it with \`segue store update ${store_id}\`, then \`segue store test ${store_id}\`.`;
  return { name: store_id, ok: false, detail: `The step ${failed.name} failed: ${failed.detail}`, advice, ms };
}

function linesOf(checks: readonly Check[], program: string): string[] {
  const colours = coloursOf(process.stdout);
  const rows = checks.map(({ ok, name, detail }) => [
    ok ? colours.green("ok") : colours.red("WRONG"),
    name,
    printable(detail),
  ]);
  const lines = alignedRows(rows);
  const wrong = checks.filter(({ ok }) => !ok);
  if (wrong.length === 0) return [...lines, "", "All is well."];
  const todo = wrong.map(({ name, advice }) => `  ${name}: ${printable(advice ?? "")}`);
  return [...lines, "", `${counted(wrong.length, "thing")} to do:`, ...todo].map((line) => asTyped(line, program));
}
