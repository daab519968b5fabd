import { createSegue } from "@segue/sdk";
import { counted } from "../counted.ts";
import { endedBySignal } from "../interruption.ts";
import { alignedRows, printable } from "../output.ts";
import { countLine, createProgress } from "../progress.ts";
import { command } from "../row.ts";
import { UsageError } from "../settings.ts";
import type { Filled } from "./run.ts";

const KEPT = "Stopped. Everything created so far is kept: run the same command again to continue.";

/** `segue demo`: a catalogue for the sandbox's demo organization. */
export const demoCommand = command(
  "demo",
  "fill the sandbox's demo organization with 30 releases in every state, statements, payouts, payees with contracts, and people who sign in; a second run changes nothing",
  {
    examples: ["demo", "demo --json | jq -r '.data[].status'"],
    async run({ variables, output }) {
      const [{ demoReleases }, { demoDestination, operatorOf }, { fillSandbox, stepsOf }] = await loadParts();
      const { url, credential } = await demoDestination(variables);
      const operator = operatorOf(variables);
      const shown = createProgress(stepsOf(demoReleases), output.is_json, countLine);
      // A terminal has the bar.
      const progress = process.stderr.isTTY ? { ...shown, say: () => undefined } : shown;
      const fill = () =>
        fillSandbox({
          url,
          client: createSegue({ url, apiKey: credential }),
          operator: operator && createSegue({ url, apiKey: operator.credential }),
          releases: demoReleases,
          progress,
        });
      const filled = await endedBySignal(KEPT, fill, shown.say).finally(progress.end);
      output.report(filled, filledLines(filled, url));
    },
  },
);

/** The drawing of covers takes time to load, which other commands need not wait for. */
async function loadParts() {
  const parts = [import("./catalogue.ts"), import("./key.ts"), import("./run.ts")] as const;
  return Promise.all(parts).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError(
      "`segue demo` draws its covers with the package sharp: install it (`npm install sharp`) and try again.",
    );
  });
}

function filledLines({ organization, changes, left_out, payees, people, data }: Filled, url: string): string[] {
  const counts = new Map<string, number>();
  for (const { status } of data) counts.set(status, (counts.get(status) ?? 0) + 1);
  const listed = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  const name = printable(organization.name);
  const left = `Left out without the operator's key (SEGUE_OPERATOR_KEY): ${counted(left_out, "release")}.`;
  return [
    changes === 0 ? `${name} has the whole demo already. Nothing was changed.` : `${name} has the demo now.`,
    `${counted(data.length, "release")}: ${listed}.`,
    ...(left_out > 0 ? [left] : []),
    ...(payees.left === null ? [] : [`Left out: payees and contracts: ${printable(payees.left)}`]),
    `Look at them: ${url}/dashboard`,
    ...peopleLines(people, url),
  ];
}

function peopleLines({ password, accepted, left }: Filled["people"], url: string): string[] {
  const rows = alignedRows(accepted.map(({ email, role }) => [`  ${email}`, printable(role)]));
  const [first] = accepted;
  return [
    first
      ? `Sign in at ${url}/dashboard as ${first.email} with the password ${password}, which is shown only now. It is the password of:`
      : "The demo's people have their password since an earlier run. The sign-in page makes a new one; its mail is in GET /v1/sandbox/mails.",
    ...rows,
    ...left.map(({ email, reason }) => `Left out: ${email}: ${printable(reason)}`),
  ];
}
