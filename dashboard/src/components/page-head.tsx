import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "../router.tsx";

type PageHeadProps = {
  title: ReactNode;
  about?: ReactNode;
  /** The list this page belongs to. */
  back?: { to: string; label: string };
  /** Buttons. */
  children?: ReactNode;
};

export function PageHead({ title, about, back, children }: PageHeadProps) {
  return (
    <Stack gap={4} mb="md">
      {back && (
        <Anchor component={Link} to={back.to} size="sm" w="fit-content">
          <Group gap={2} wrap="nowrap">
            <IconChevronLeft size={14} aria-hidden />
            {back.label}
          </Group>
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0}>
          <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" component="div">
              {about}
            </Text>
          )}
        </Stack>
        {children && <Group gap="xs">{children}</Group>}
      </Group>
    </Stack>
  );
}
