import type { Scope } from "@segue/sdk";
import { useQueryClient } from "@tanstack/react-query";
import type { SessionState } from "./api.ts";
import { sessionKey } from "./data.ts";

/** Where this is and who is signed in. Pages are shown only once that is known. */
export function useSession(): SessionState | undefined {
  return useQueryClient().getQueryData<SessionState>(sessionKey);
}

export function useIsSandbox(): boolean {
  return useSession()?.environment === "sandbox";
}

/** Whether the key that signed in may do it. A key that may write may also read. */
export function useMay(): (scope: Scope) => boolean {
  const scopes = useSession()?.session?.scopes ?? [];
  return (scope) => scopes.includes(scope) || scopes.includes(scope.replace(":read", ":write"));
}
