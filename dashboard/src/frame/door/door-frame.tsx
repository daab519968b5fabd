// The card in the middle of the pages before the sign-in.

import { Card, Center, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { SessionState } from "../../data/api.ts";
import logo from "../../icon.svg?inline";
import { useTabTitle } from "../../router.tsx";
import { EnvironmentTag } from "../environment.tsx";
import classes from "./door-frame.module.css";

/** Where this is, and who is signed in, if someone is. */
export type OutsideProps = { state: SessionState };

type DoorFrameProps = Pick<SessionState, "environment"> & { title: string; about?: ReactNode; children: ReactNode };

export function DoorFrame({ environment, title, about, children }: DoorFrameProps) {
  useTabTitle(title);
  return (
    <div className={classes.door} data-environment={environment}>
      <Center mih="90vh" p="md">
        <Card withBorder padding="xl" w="100%" maw={420} component="main">
          <Stack>
            <div className={classes.head}>
              <img src={logo} width={28} height={28} alt="" />
              <EnvironmentTag environment={environment} />
            </div>
            <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
              {title}
            </Title>
            {about && (
              <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: "anywhere" }}>
                {about}
              </Text>
            )}
            {children}
          </Stack>
        </Card>
      </Center>
    </div>
  );
}
