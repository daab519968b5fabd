// The door: a one-time link signs in at once, anyone else gets the form, which is loaded only then. Pages for those who come by
// a link of a mail stand outside, too: they are shown whether or not someone is signed in.

import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useRef } from "react";
import { Loading } from "../components/states.tsx";
import { type SessionState, signIn } from "../data/api.ts";
import { useAct } from "../data/data.ts";
import { enterSession } from "../data/session.ts";
import { useLinkToken } from "./link-token.ts";
import { shellWords } from "./words.ts";

const SignIn = lazy(() => import("./door/sign-in.tsx"));

type OutsideProps = { state: SessionState };

/** By path. */
export const outside: Readonly<Record<string, LazyExoticComponent<ComponentType<OutsideProps>>>> = {
  "/accept": lazy(() => import("./door/accept.tsx")),
  "/forgot": lazy(() => import("./door/forgot.tsx")),
  "/reset": lazy(() => import("./door/reset.tsx")),
  "/unsubscribe": lazy(() => import("./door/unsubscribe.tsx")),
};

export function Door({ state }: OutsideProps) {
  const token = useLinkToken();
  const act = useAct(signIn, { isQuiet: true, onDone: enterSession });
  const used = useRef<string>(undefined);
  const isUsed = token === used.current;
  useEffect(() => {
    if (!token || used.current === token) return;
    used.current = token;
    act.mutate({ token });
  }, [act, token]);
  if (token && (act.isPending || !isUsed)) return <Loading what={shellWords.signingIn} />;
  return (
    <Suspense fallback={<Loading />}>
      <SignIn state={state} act={act} />
    </Suspense>
  );
}
