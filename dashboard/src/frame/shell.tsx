// The frame of every page: where one is, who one is, and the way to the other pages.

import { Button, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconBook, IconLogout, IconMenu2, IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Empty, LoadingPage } from "../components/states.tsx";
import type { Session, SessionState } from "../data/api.ts";
import { stopPlaying, usePlaying } from "../data/playing.ts";
import logo from "../icon.svg?inline";
import { kindOf, mayOpen, ownPage, pages } from "../pages.tsx";
import { Link, matchPath, usePath, useTabTitle } from "../router.tsx";
import { EnvironmentTag } from "./environment.tsx";
import { useLeave } from "./leave.ts";
import { useRemembered } from "./recent.ts";
import classes from "./shell.module.css";
import { ViewBar } from "./view-bar.tsx";
import { shellWords } from "./words.ts";

const Finder = lazy(() => import("./finder.tsx"));
const PlayerBar = lazy(() => import("./player-bar.tsx"));
const Account = lazy(() => import("./account.tsx"));

type ShellProps = { environment: SessionState["environment"]; session: Session };

export function Shell({ environment, session }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  const path = usePath();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // On a phone the menu covers the page.
    setOpen(false);
    focusPage(main.current);
  }, [path]);
  return (
    <div className={classes.shell}>
      <a className={classes.past} href="#page">
        {shellWords.skipMenu}
      </a>
      <header className={classes.head} data-environment={environment} data-screen-only>
        <button
          type="button"
          className={classes.menu}
          aria-label={shellWords.menu}
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          <IconMenu2 size={20} aria-hidden />
        </button>
        <img src={logo} width={24} height={24} alt="" />
        <span className={classes.name}>{session.name}</span>
        <EnvironmentTag environment={environment} />
        <div className={classes.acts}>
          {canFind(session) && <FindButton session={session} />}
          <SchemeButton />
          {session.person ? (
            <Suspense fallback={<span className={classes.act} />}>
              <Account session={session} person={session.person} />
            </Suspense>
          ) : (
            <LeaveButton />
          )}
        </div>
      </header>
      <nav
        id="menu"
        className={classes.nav}
        aria-label={shellWords.pages}
        data-open={isOpen || undefined}
        data-screen-only
      >
        <Menu session={session} path={path} />
      </nav>
      <main id="page" className={classes.page} ref={main} tabIndex={-1}>
        {session.view_expires_at !== null && <ViewBar organization={session.name} until={session.view_expires_at} />}
        <CurrentPage session={session} path={path} />
      </main>
      <Player />
    </div>
  );
}

/** Loaded with the first sound. A session takes it along when it ends. */
function Player() {
  const isOpen = usePlaying() !== undefined;
  useEffect(() => stopPlaying, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PlayerBar />
    </Suspense>
  );
}

function Menu({ session, path }: { session: Session; path: string }) {
  const isHere = (to: string) => (to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`));
  return (
    <ul>
      {pages
        .filter((page) => page.icon && mayOpen(session, page))
        .map(({ path: to, title, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.link} aria-current={isHere(to) ? "page" : undefined}>
              {Icon && <Icon size={18} stroke={1.5} aria-hidden />}
              {title}
            </Link>
          </li>
        ))}
      {/* The documentation is for those who distribute. */}
      {kindOf(session) !== "payee" && (
        <li>
          <a href="/docs" className={classes.link}>
            <IconBook size={18} stroke={1.5} aria-hidden />
            {shellWords.documentation}
          </a>
        </li>
      )}
    </ul>
  );
}

/** The link that was followed is gone or behind: Tab goes on in the new page, and a screen reader begins to read it. */
function focusPage(main: HTMLElement | null): void {
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
}

function CurrentPage({ session, path: asked }: { session: Session; path: string }) {
  // Until there is a second factor, the service answers on one's own page alone.
  const path = session.lacks_second_factor ? ownPage : asked;
  for (const page of pages) {
    const params = page.for === kindOf(session) ? matchPath(page.path, path) : undefined;
    if (!params) continue;
    return (
      <Titled title={page.title} path={path} isOfOneThing={page.path.includes(":")} key={path}>
        <Suspense fallback={<LoadingPage />}>
          <page.view params={params} />
        </Suspense>
      </Titled>
    );
  }
  return (
    <Titled title={shellWords.notFound} path={path} isOfOneThing={false}>
      <Empty
        title={shellWords.noSuchPage}
        action={
          <Button component={Link} to="/">
            {shellWords.backToStart}
          </Button>
        }
      />
    </Titled>
  );
}

type TitledProps = { title: string; path: string; isOfOneThing: boolean; children: ReactNode };

function Titled({ title, path, isOfOneThing, children }: TitledProps) {
  useRemembered(path, title, isOfOneThing);
  useTabTitle(title);
  return children;
}

/** A payee has few pages, and nothing to search. */
function canFind(session: Session): boolean {
  return !session.lacks_second_factor && kindOf(session) !== "payee";
}

/** Opens the palette, as Ctrl-K does, or ⌘K. */
function FindButton({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button type="button" className={classes.find} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <span>{shellWords.find}</span>
        <kbd aria-hidden>{shellWords.findKeys}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Finder session={session} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const other = scheme === "dark" ? "light" : "dark";
  const label = shellWords.useColors[other];
  return (
    <button
      type="button"
      className={classes.act}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      {scheme === "dark" ? (
        <IconSun size={18} stroke={1.5} aria-hidden />
      ) : (
        <IconMoon size={18} stroke={1.5} aria-hidden />
      )}
    </button>
  );
}

function LeaveButton() {
  const leave = useLeave();
  return (
    <button
      type="button"
      className={classes.act}
      aria-label={shellWords.signOut}
      title={shellWords.signOut}
      disabled={leave.isPending}
      onClick={() => leave.mutate(undefined)}
    >
      <IconLogout size={18} stroke={1.5} aria-hidden />
    </button>
  );
}
