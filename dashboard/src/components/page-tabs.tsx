import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useFilter } from "../router.tsx";
import { showWord } from "../values/format.ts";
import classes from "./page-tabs.module.css";

type PageTabsProps = {
  /** In which part of the address the open one is kept. */
  filter?: string;
  /** By name, which is shown in words. The first is open unless the address says otherwise. */
  tabs: Readonly<Record<string, ReactNode>>;
};

/** Parts of one page, of which one is shown. Each has an address of its own. */
export function PageTabs({ filter = "tab", tabs }: PageTabsProps) {
  const [asked, setAsked] = useFilter(filter);
  const names = Object.keys(tabs);
  const [first = ""] = names;
  const choose = (name: string | null) => setAsked(name === null || name === first ? "" : name);
  return (
    <Tabs value={names.includes(asked) ? asked : first} onChange={choose} keepMounted={false}>
      <Tabs.List mb="lg" className={classes.list}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name} className={classes.tab}>
            {showWord(name)}
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
