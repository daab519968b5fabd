import { Box, Text } from "@mantine/core";
import classes from "./banner.module.css";

const texts = {
  sandbox: "Sandbox: fictional stores, no real money",
  production: "Production: real stores, real money",
};

/** Says on every page which of the two environments this is. */
export function EnvironmentBanner({ environment }: { environment: "production" | "sandbox" }) {
  return (
    <Box className={classes[environment]} px="md" role="note" aria-label="Environment">
      <Text size="xs" fw={600} ta="center">
        {texts[environment]}
      </Text>
    </Box>
  );
}
