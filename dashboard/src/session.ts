import { readSession, type SessionState } from "./api.ts";
import { sessionKey, useRead } from "./data.ts";

/** Who is signed in, and where. */
export function useSession(): SessionState | undefined {
  return useRead(sessionKey, readSession).data;
}

export function useIsSandbox(): boolean {
  return useSession()?.environment === "sandbox";
}
