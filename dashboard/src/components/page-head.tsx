import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "../router.tsx";
import { WorkTitle } from "./work-title.tsx";

type PageHeadProps = {
  title: ReactNode;
  /** It is the title of a release. */
  isWork?: boolean;
  about?: ReactNode;
  /** The list this page belongs to. */
  back?: { to: string; label: string };
  /** Buttons. */
  children?: ReactNode;
};

export function PageHead({ title, isWork = false, about, back, children }: PageHeadProps) {
  return (
    <Stack gap={4} mb="lg">
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
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {isWork ? <WorkTitle size="lg">{title}</WorkTitle> : title}
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
