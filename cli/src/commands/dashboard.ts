import { SegueConnectionError, SegueError } from "@segue/sdk";
import type { Variables } from "../../../server/src/settings.ts";
import { findOperating } from "../operating/server-build.ts";
import { flag } from "../option.ts";
import { command } from "../row.ts";
import { type Destination, loginUrl, operatorDestination, partnerDestination, UsageError } from "../settings.ts";

/** `segue dashboard`: the link that the first start printed is valid for ten minutes; this prints another. */
export const dashboardCommand = command("dashboard", "print a one-time link that signs in to the dashboard", {
  options: { is_operator: flag("--operator", "sign in as the operator") },
  examples: ["dashboard", "dashboard --operator", "dashboard --operator --sandbox"],
  async run({ variables, is_sandbox, output }, { is_operator }) {
    const { url, credential } = is_operator
      ? operatorDestination(variables, { is_sandbox })
      : await organizationDestination(variables, { is_sandbox });
    const { token, expires_at } = await makeLink(url, credential);
    const link = `${url}/dashboard#token=${token}`;
    output.report({ url: link, expires_at }, [link, "It works once, within 10 minutes."]);
  },
});

/** The organization that is logged in. Before any login, the demo organization of the sandbox. */
async function organizationDestination(variables: Variables, wish: { is_sandbox: boolean }): Promise<Destination> {
  try {
    return partnerDestination(variables, wish);
  } catch (error) {
    const demo_key = error instanceof UsageError ? await findDemoKey(variables) : undefined;
    if (demo_key === undefined) throw error;
    return { url: loginUrl(variables, demo_key, wish), credential: demo_key };
  }
}

/** It comes from the service's secret, so it is only known where that is. */
async function findDemoKey(variables: Variables): Promise<string | undefined> {
  const operating = await findOperating();
  return operating?.findDemoKey(variables).catch(() => undefined);
}

type Link = { token: string; expires_at: string };

/** The address is for pages, so the SDK has no method for it. */
async function makeLink(url: string, key: string): Promise<Link> {
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify({ key }) };
  const reply = await fetch(`${url}/dashboard/links`, sent).catch((cause: unknown) => {
    throw new SegueConnectionError("unreachable", `${url} cannot be reached.`, { cause });
  });
  const answer = (await reply.json().catch(() => ({}))) as Partial<Link> & {
    error?: ConstructorParameters<typeof SegueError>[0];
  };
  if (answer.error) throw new SegueError({ ...answer.error, status: reply.status });
  const { token, expires_at } = answer;
  if (reply.status === 201 && token && expires_at) return { token, expires_at };
  throw new SegueConnectionError("not_segue", `${url} did not answer as Segue does.`, { status: reply.status });
}
