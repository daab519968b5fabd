import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
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
  return (
    <Tabs value={names.find((name) => name === asked) ?? first ?? null} onChange={choose} keepMounted={false}>
      <Tabs.List mb="lg" className={classes.list}>
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
