import type { Scope } from "@segue/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { mayAsStaff } from "../../../server/src/rights/staff-right.ts";
import type { Session, SessionState } from "./api.ts";
import { queryClient, sessionKey } from "./data.ts";

/** Where this is and who is signed in. Pages are shown only once that is known. */
export function useSession(): SessionState | undefined {
  return useQueryClient().getQueryData<SessionState>(sessionKey);
}

export function useIsSandbox(): boolean {
  return useSession()?.environment === "sandbox";
}

/** Whether one who is signed in so may do it. Who may write may also read. A view of staff reads only. */
export function mayIn(session: Session | null | undefined, scope: Scope): boolean {
  if (!session) return false;
  const { scopes, view_expires_at } = session;
  if (view_expires_at !== null && !scope.endsWith(":read")) return false;
  return scopes.includes(scope) || scopes.includes(scope.replace(":read", ":write"));
}

export function useMay(): (scope: Scope) => boolean {
  const session = useSession()?.session;
  return (scope) => mayIn(session, scope);
}

export type Operation = { operation: string; method: "GET" | "POST" | "PATCH" | "DELETE" };

/** Whether one who is signed in at the operator's pages may do it: the operator key everything, staff what its role says. */
export function mayOperateIn(session: Session | null | undefined, operation: Operation): boolean {
  if (session?.kind !== "operator") return false;
  if (session.person === null) return true;
  return session.staff_role !== null && mayAsStaff(session.staff_role, operation);
}

export function useMayOperate(): (method: Operation["method"], operation: string) => boolean {
  const session = useSession()?.session;
  return (method, operation) => mayOperateIn(session, { operation, method });
}

/** Another session from now on. All answers are forgotten: it must not see those of the one before. */
export function enterSession(state: SessionState): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData(sessionKey, state);
}

/** Who one is has changed: a name, a second factor. */
export function askForSession(): void {
  void queryClient.invalidateQueries({ queryKey: sessionKey });
}
