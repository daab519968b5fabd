import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useFilter } from "../router.tsx";
import classes from "./page-tabs.module.css";

type PageTabsProps<Name extends string> = {
  /** In which part of the address the open one is kept. */
  filter?: string;
  titles: Readonly<Record<Name, string>>;
  /** By the name that the address has. The first is open unless the address says otherwise. */
  tabs: Readonly<Partial<Record<Name, ReactNode>>>;
};

/** Parts of one page, of which one is shown. Each has an address of its own. */
export function PageTabs<Name extends string>({ filter = "tab", titles, tabs }: PageTabsProps<Name>) {
  const [asked, setAsked] = useFilter(filter);
  const names = Object.keys(tabs) as Name[];
  const [first] = names;
  const choose = (name: string | null) => setAsked(name === null || name === first ? "" : name);
  const open = names.find((name) => name === asked) ?? first ?? null;
  const list = useOpenInSight(open);
  return (
    <Tabs value={open} onChange={choose} keepMounted={false}>
      <Tabs.List ref={list} mb="lg" className={classes.list}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name} className={classes.tab}>
            {titles[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {tabs[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Scrolls the list of tabs, not the page: on a phone the open one may stand beyond its edge. */
function useOpenInSight(open: string | null) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list shows which tab is open.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (list.current && tab)
      list.current.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - list.current.clientWidth);
  }, [open]);
  return list;
}
