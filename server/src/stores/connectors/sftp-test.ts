import type { StoreTest, TestStep } from "../connection-test.ts";
import { type CallOptions, type ConnectorInputs, TransportFailure } from "../connector.ts";
import type { SftpSettings } from "./ern-sftp.ts";
import { hostSteps } from "./reach-host.ts";
import { openLine, type SftpLine } from "./sftp-line.ts";
import { type SftpSession, sessionOn } from "./sftp-session.ts";

const NAME = "segue-connection-test";
const text = Buffer.from("This file tests the connection and may be deleted.\n");

/** It leaves nothing behind: neither its file nor folders that it had to make. */
export function testSftp({ settings, secrets }: ConnectorInputs<SftpSettings>, { signal }: CallOptions): StoreTest {
  const { folder, host_key } = settings;
  const path = `${folder.replace(/(?<!\/)\/+$/, "")}${folder === "" ? "" : "/"}${NAME}`;
  const made: string[] = [];
  let shown: string | undefined;
  let login: Promise<SftpLine> | undefined;
  let session: SftpSession | undefined;
  const logIn = () => {
    const onHostKey = (fingerprint: string) => {
      shown = fingerprint;
    };
    login ??= openLine({ address: settings, secrets, signal, onHostKey });
    return login;
  };
  const atStore = () => session ?? fail("There is no session.");
  const remove = async () => {
    await atStore().remove(path);
    for (const name of made.splice(0).reverse()) await atStore().removeFolder(name);
  };
  const steps = [
    ...hostSteps(settings, signal),
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
    ...fileSteps({ path, folder, made, atStore, remove }),
  ];
  return {
    steps,
    async end() {
      // What cannot be removed was told by its step, or could not be made.
      if (session) await remove().catch(() => undefined);
      await login?.then(
        (line) => line.end(),
        () => undefined,
      );
    },
  };
}

type Trial = {
  path: string;
  folder: string;
  /** The folders that the test made. */
  made: string[];
  atStore: () => SftpSession;
  remove: () => Promise<void>;
};

function fileSteps({ path, folder, made, atStore, remove }: Trial): TestStep[] {
  return [
    {
      name: "write",
      run: async () => {
        made.push(...(await atStore().makeFolders(folder)));
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
        await remove();
        return (await atStore().sizeOf(path)) === undefined ? `${path} is gone.` : fail(`${path} is still there.`);
      },
    },
  ];
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
