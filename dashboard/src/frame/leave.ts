import { signOut } from "../data/api.ts";
import { queryClient, sessionKey, useAct } from "../data/data.ts";
import { forgetPlaces } from "./recent.ts";

export function useLeave() {
  return useAct(signOut, { onDone: () => void leaveNow() });
}

/** Forgets all answers: the next who signs in must not see them. */
async function leaveNow(): Promise<void> {
  forgetPlaces();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  await queryClient.invalidateQueries({ queryKey: sessionKey });
}
