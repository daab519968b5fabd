// The key with which `segue demo` works. Of a service on this machine it is the key of the demo organization, which the
// first start prints: it follows from the service's secret, so the command needs no login. A key in SEGUE_API_KEY and an
// address in SEGUE_URL come first.

import { readConfig } from "../../../server/src/config.ts";
import { generateKey } from "../../../server/src/credentials/api-key.ts";
import { deriveKeys, findSecrets } from "../../../server/src/secrets.ts";
import { environments, type Variables } from "../../../server/src/settings.ts";
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
  const { SEGUE_DATA_DIR, SEGUE_SECRET } = variables;
  const config = readConfig({ SEGUE_DATA_DIR, SEGUE_SECRET });
  const { secret } = await findSecrets(config.data_dir, config);
  if (!secret) return partnerDestination(variables, sandbox);
  const credential = generateKey(environments.sandbox.key_prefix, deriveKeys(secret).demo_seed);
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
