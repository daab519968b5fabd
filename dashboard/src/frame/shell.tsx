// The frame of every page: where one is, who one is, and the way to the other pages.

import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  NavLink,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBook, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Empty, Loading } from "../components/states.tsx";
import { type Session, type SessionState, signOut } from "../data/api.ts";
import { queryClient, sessionKey, useAct } from "../data/data.ts";
import logo from "../icon.svg";
import { pages } from "../pages.tsx";
import { Link, matchPath, usePath } from "../router.tsx";
import { EnvironmentBanner } from "./banner.tsx";
import classes from "./shell.module.css";

type ShellProps = { environment: SessionState["environment"]; session: Session };

export function Shell({ environment, session }: ShellProps) {
  const [isOpen, menu] = useDisclosure();
  const path = usePath();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // On a phone the menu covers the page.
    menu.close();
    focusPage(main.current);
  }, [path, menu.close]);
  return (
    <AppShell
      header={{ height: 84 }}
      navbar={{ width: 220, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <a className={classes.past} href="#page">
        Skip the menu
      </a>
      <AppShell.Header>
        <EnvironmentBanner environment={environment} />
        <Group h={56} px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <img src={logo} width={28} height={28} alt="" />
            <Text fw={700} truncate>
              {session.name}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SchemeButton />
            <LeaveButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <nav aria-label="Pages">
          <Stack gap={2}>
            {pages
              .filter((page) => page.for === session.kind && page.icon)
              .map(({ path: to, title, icon: Icon }) => (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  label={title}
                  leftSection={Icon && <Icon size={18} aria-hidden />}
                  active={to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`)}
                />
              ))}
            <NavLink href="/docs" label="Documentation" leftSection={<IconBook size={18} aria-hidden />} />
          </Stack>
        </nav>
      </AppShell.Navbar>
      <AppShell.Main id="page" className={classes.page} ref={main} tabIndex={-1}>
        <CurrentPage session={session} path={path} />
      </AppShell.Main>
    </AppShell>
  );
}

/** The link that was followed is gone or behind: Tab goes on in the new page, and a screen reader begins to read it. */
function focusPage(main: HTMLElement | null): void {
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
}

function CurrentPage({ session, path }: { session: Session; path: string }) {
  for (const page of pages) {
    const params = page.for === session.kind ? matchPath(page.path, path) : undefined;
    if (!params) continue;
    return (
      <Titled title={page.title} key={path}>
        <Suspense fallback={<Loading />}>
          <page.view params={params} />
        </Suspense>
      </Titled>
    );
  }
  return (
    <Titled title="Not found">
      <Empty
        title="There is no such page"
        action={
          <Button component={Link} to="/">
            Back to the start
          </Button>
        }
      />
    </Titled>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Segue`;
  }, [title]);
  return children;
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const other = scheme === "dark" ? "light" : "dark";
  const label = `Use ${other} colors`;
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={() => setColorScheme(other)}>
      {scheme === "dark" ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  );
}

function LeaveButton() {
  const leave = useAct(signOut, { onDone: () => void leaveNow() });
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label="Sign out"
      title="Sign out"
      loading={leave.isPending}
      onClick={() => leave.mutate(undefined)}
    >
      <IconLogout size={18} aria-hidden />
    </ActionIcon>
  );
}

/** What the one who leaves has seen must not be shown to the next. */
async function leaveNow(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  await queryClient.invalidateQueries({ queryKey: sessionKey });
}
