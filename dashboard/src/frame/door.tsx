// The door: a one-time link signs in at once, anyone else gets the form, which is loaded only then.

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Loading } from "../components/states.tsx";
import { type SessionState, signIn } from "../data/api.ts";
import { sessionKey, useAct } from "../data/data.ts";
import { signInWords } from "./words.ts";

const SignIn = lazy(() => import("./sign-in.tsx"));

/** The one-time token of a link. It is in the fragment, which browsers send to no server, and is taken out at once. */
function tokenOfLink(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined;
  if (token) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

const linkToken = tokenOfLink();

export function Door({ environment }: Pick<SessionState, "environment">) {
  const client = useQueryClient();
  const act = useAct(signIn, { isQuiet: true, onDone: (state) => client.setQueryData(sessionKey, state) });
  const isUsed = useRef(false);
  useEffect(() => {
    if (!linkToken || isUsed.current) return;
    isUsed.current = true;
    act.mutate({ token: linkToken });
  }, [act]);
  const isOpening = linkToken !== undefined && (act.isPending || !isUsed.current);
  if (isOpening) return <Loading what={signInWords.running} />;
  return (
    <Suspense fallback={<Loading />}>
      <SignIn environment={environment} act={act} />
    </Suspense>
  );
}
