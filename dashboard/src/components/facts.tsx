import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./facts.module.css";

export type Fact = readonly [name: string, value: ReactNode];

/** All that is known of one thing, name by name. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <Box component="dl" className={classes.facts}>
      {of.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" className={classes.value}>
            {value}
          </Text>
        </div>
      ))}
    </Box>
  );
}
