import { Anchor, Box, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Link } from "../router.tsx";

type SectionProps = {
  title: string;
  about?: ReactNode;
  /** Where all of it is. */
  more?: { to: string; label: string };
  children: ReactNode;
};

/** A part of a page under a heading of its own. */
export function Section({ title, about, more, children }: SectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="xs" gap="xs" align="baseline">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {more && (
          <Anchor component={Link} to={more.to} size="sm">
            {more.label}
          </Anchor>
        )}
      </Group>
      {about && (
        <Text size="sm" c="dimmed" mb="xs" component="div">
          {about}
        </Text>
      )}
      {children}
    </Box>
  );
}
