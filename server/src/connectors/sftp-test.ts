import { RequestRefused, TransportFailure } from "../messages/message.ts";
import type { StoreTest, TestOptions, TestStep } from "./connection-test.ts";
import type { ConnectorInputs } from "./connector.ts";
import type { SftpSettings } from "./ern-sftp.ts";
import { hostSteps } from "./reach-host.ts";
import { openSftp, type SftpSession, sessionOn } from "./sftp-session.ts";
import { openSshConnection, type SshConnection } from "./ssh-connection.ts";

const NAME = "segue-connection-test";
const text = Buffer.from("This file tests the connection and may be deleted.\n");

/** It leaves nothing behind: neither its file nor folders that it had to make. */
export function testSftp({ settings, secrets }: ConnectorInputs<SftpSettings>, options: TestOptions): StoreTest {
  const { folder, host_key } = settings;
  const { signal, clean_up_ms } = options;
  const path = `${folder.replace(/(?<!\/)\/+$/, "")}${folder === "" ? "" : "/"}${NAME}`;
  const trial: Trial = { path, folder, left: new Set(), atStore: () => session ?? fail("There is no session.") };
  let shown: string | undefined;
  let login: Promise<SshConnection> | undefined;
  let session: SftpSession | undefined;
  const logIn = () => {
    const onHostKey = (fingerprint: string) => {
      shown = fingerprint;
    };
    login ??= openSshConnection({ address: settings, secrets, signal, onHostKey });
    return login;
  };
  const steps = [
    ...hostSteps(settings, options),
    {
      name: "host_key",
      // The key is shown before the login, so a refused login has shown it.
      run: () =>
        logIn()
          .catch((error) => (shown === host_key && shown !== undefined ? undefined : Promise.reject(error)))
          .then(
            () => `${shown}, as it was set.`,
            (error) => fail(shown === undefined ? error.message : wrongKey(shown, host_key)),
          ),
    },
    {
      name: "login",
      run: async () => {
        session = await sessionOn(await logIn());
        return `${settings.username} is logged in by ${secrets.private_key === undefined ? "password" : "private key"}.`;
      },
    },
    ...fileSteps(trial),
  ];
  const openAgain = () => openSftp({ address: settings, secrets, signal: AbortSignal.timeout(clean_up_ms) });
  return {
    steps,
    async end() {
      try {
        return await cleanUp(trial, openAgain);
      } finally {
        await login?.then(
          (line) => line.end(),
          () => undefined,
        );
      }
    },
  };
}

type Trial = {
  path: string;
  folder: string;
  /** Folders and the file that the test may have left at the store, in the order in which they were made. */
  left: Set<string>;
  atStore: () => SftpSession;
};

function fileSteps({ path, folder, left, atStore }: Trial): TestStep[] {
  return [
    {
      name: "write",
      run: async () => {
        await atStore().makeFolders(folder, left);
        left.add(path);
        await atStore().write(path, async () => oneChunk(text), { from: 0, size_bytes: text.length });
        const isRenamed = await atStore().canRename(folder === "" ? "." : folder);
        return isRenamed
          ? `${path} was written.`
          : `${path} was written. The server cannot rename, so files get their names before they are whole.`;
      },
    },
    {
      name: "read",
      run: async () => {
        const read = await atStore().read(path, text.length + 1);
        return read?.equals(text) ? "The same bytes came back." : fail(`${path} came back with other bytes.`);
      },
    },
    {
      name: "remove",
      run: async () => {
        await removeAll(atStore(), { path, left });
        return (await atStore().sizeOf(path)) === undefined ? `${path} is gone.` : fail(`${path} is still there.`);
      },
    },
  ];
}

/** Names what was there. */
async function removeAll(session: SftpSession, { path, left }: Pick<Trial, "path" | "left">): Promise<string[]> {
  const removed: string[] = [];
  for (const name of [...left].reverse()) {
    const isThere = (await session.sizeOf(name)) !== undefined;
    await (name === path ? session.remove(name) : session.removeFolder(name)).catch((error) => {
      // Some servers refuse to remove what does not exist.
      if (isThere || !(error instanceof RequestRefused)) throw error;
    });
    left.delete(name);
    if (isThere) removed.push(name);
  }
  return removed;
}

/** By the session of the steps. If that one is lost or its time is over, by another one with a time of its own. */
async function cleanUp(
  { path, left, atStore }: Trial,
  openAgain: () => Promise<SftpSession>,
): Promise<string | undefined> {
  if (left.size === 0) return undefined;
  const inOtherSession = async (error: unknown) => {
    if (error instanceof RequestRefused) throw error;
    const session = await openAgain();
    return removeAll(session, { path, left }).finally(session.end);
  };
  try {
    const removed = await removeAll(atStore(), { path, left }).catch(inOtherSession);
    return removed.length === 0 ? undefined : `${removed.join(", ")}: removed.`;
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return fail(`${[...left].reverse().join(", ")} may still be at the store. ${error.message}`);
  }
}

function wrongKey(shown: string, host_key: string | undefined): string {
  const advice = "If this is the key that the store has published, set it as host_key.";
  return host_key === undefined
    ? `The server shows ${shown}; no key is set, so nothing more was tried. ${advice}`
    : `The server shows ${shown}, not ${host_key}: it may be another server. ${advice}`;
}

function fail(why: string): never {
  throw new TransportFailure(why);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
