// One run of a command: its output, and the service that it calls.

import { createSegue, type Segue, type SegueOptions } from "@segue/sdk";
import { append } from "../../server/src/platform/long-list.ts";
import type { Variables } from "../../server/src/settings.ts";
import { createOutput, type Output } from "./output.ts";
import { operatorDestination, partnerDestination } from "./settings.ts";

export type KeyHolder = "operator" | "organization";

export type ConnectedClient = { url: string; client: Segue };

export type Invocation = {
  variables: Variables;
  /** The words that start this program, as the user types them: `npx segue` in a checkout. */
  name: string;
  is_sandbox: boolean;
  output: Output;
  /** A command as the user types it for the same environment. */
  typed(command: string): string;
  /** Connects with this holder's key. Default: the holder that the command's row names. */
  connect(holder?: KeyHolder, more?: Pick<SegueOptions, "fetch" | "retries">): ConnectedClient;
};

export type GlobalOptions = { sandbox?: true; json?: true; quiet?: true };

type Start = { variables: Variables; name: string };

/** `name`: the words that start the program. `usual`: the holder that the command's row names. */
export function createInvocation({ variables, name }: Start, usual: KeyHolder, given: GlobalOptions): Invocation {
  const is_sandbox = given.sandbox === true;
  return {
    variables,
    name,
    is_sandbox,
    output: createOutput(given.json ? "json" : given.quiet ? "quiet" : "text"),
    typed: (command) => `${name} ${command}${is_sandbox ? " --sandbox" : ""}`,
    connect(holder = usual, more = {}) {
      const destinationOf = holder === "operator" ? operatorDestination : partnerDestination;
      const { url, credential } = destinationOf(variables, { is_sandbox });
      return { url, client: createSegue({ url, apiKey: credential, ...more }) };
    },
  };
}

export type ListPage<Row> = { data: Row[]; next_cursor: string | null; has_more: boolean };
export type PageQuery = { limit: number; cursor: string | undefined };

const MAX_PAGE = 100;

/** Follows the pages until there are as many rows as wanted. */
export async function pagesOf<Row>(
  wanted: number,
  load: (page: PageQuery) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  const data: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await load({ limit: Math.min(MAX_PAGE, wanted - data.length), cursor });
    append(data, page.data);
    if (!page.has_more || page.next_cursor === null || data.length >= wanted) return { ...page, data };
    cursor = page.next_cursor;
  }
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Only the values that were given. */
export function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>;
}
