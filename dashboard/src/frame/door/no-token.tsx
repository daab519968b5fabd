import { Alert, Anchor } from "@mantine/core";
import { Link } from "../../router.tsx";
import { DoorFrame, type OutsideProps } from "./door-frame.tsx";
import { doorWords } from "./words.ts";

/** The page of a link was opened without its link, or was loaded anew: the page keeps no token. */
export function NoToken({ state, title, text }: OutsideProps & { title: string; text: string }) {
  return (
    <DoorFrame environment={state.environment} title={title}>
      <Alert color="orange">{text}</Alert>
      <ToStart />
    </DoorFrame>
  );
}

export function ToStart({ children = doorWords.toStart }: { children?: string }) {
  return (
    <Anchor component={Link} to="/" size="sm" w="fit-content">
      {children}
    </Anchor>
  );
}
