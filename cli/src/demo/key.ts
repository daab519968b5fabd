// The key with which `segue demo` works. For a service on this machine it is the key of the demo organization, which the
// first start prints: it follows from the service's secret, so the command needs no login. A key in SEGUE_API_KEY and an
// address in SEGUE_URL come first.

import type { Variables } from "../../../server/src/settings.ts";
import { findOperating } from "../operating/server-build.ts";
import {
  type Destination,
  loginUrl,
  namedUrl,
  operatorDestination,
  partnerDestination,
  UsageError,
} from "../settings.ts";

const sandbox = { is_sandbox: true };

export async function demoDestination(variables: Variables): Promise<Destination> {
  if (variables.SEGUE_API_KEY?.trim() || namedUrl(variables)) return partnerDestination(variables, sandbox);
  const operating = await findOperating();
  const credential = await operating?.findDemoKey(variables);
  if (credential === undefined) return partnerDestination(variables, sandbox);
  return { credential, url: loginUrl(variables, credential, sandbox) };
}

/** Undefined without the operator's key. */
export function operatorOf(variables: Variables): Destination | undefined {
  try {
    return operatorDestination(variables, sandbox);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
