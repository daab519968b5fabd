// The stores of a delivery as a table. Trouble stands first and open, with its reason and the way out of it; the rest is folded.
// The address may name a store (#store_x): its row is opened, scrolled to and given the focus.

import { UnstyledButton } from "@mantine/core";
import type { Delivery, DeliveryStore } from "@segue/sdk";
import { IconChevronRight } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { useStoreName } from "../../data/stores.ts";
import { useHash } from "../../router.tsx";
import { showTerritories, showWord } from "../../values/format.ts";
import { StoreDetails } from "./delivery-store-details.tsx";
import classes from "./delivery-stores.module.css";
import { isTroubled, rankOf } from "./store-states.ts";
import { deliveryWords } from "./words.ts";

/** So many with trouble are open at first; if very many have some, one alone, so that the list of them stays in sight. */
const OPEN_AT_FIRST = 3;
const VERY_MANY = 10;
/** So many without trouble stand below those with some; more are folded into one row. */
const FEW = 8;

export function DeliveryStores({ delivery }: { delivery: Delivery }) {
  const hash = useHash();
  return <StoreTable key={hash} delivery={delivery} aim={hash} />;
}

function StoreTable({ delivery, aim }: { delivery: Delivery; aim: string }) {
  const nameOf = useStoreName();
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  // A row to which a link leads is never folded.
  const [showsAll, setShowsAll] = useState(() =>
    delivery.stores.some(({ store_id, status }) => store_id === aim && !isTroubled(status)),
  );
  const rows = [...delivery.stores].sort(
    (a, b) => rankOf(a.status) - rankOf(b.status) || nameOf(a.store_id).localeCompare(nameOf(b.store_id)),
  );
  const troubled = rows.filter(({ status }) => isTroubled(status));
  const others = rows.slice(troubled.length);
  const first = troubled.slice(0, troubled.length > VERY_MANY ? 1 : OPEN_AT_FIRST);
  const isOpen = (at: DeliveryStore) => opened.get(at.store_id) ?? (first.includes(at) || at.store_id === aim);
  const isFolded = troubled.length > 0 && others.length > FEW && !showsAll;
  const shown = isFolded ? troubled : rows;
  useAim(aim);
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>{deliveryWords.stores.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{deliveryWords.stores.store}</th>
          <th scope="col" className={classes.status}>
            {deliveryWords.stores.status}
          </th>
          <th scope="col" className={classes.extra}>
            {deliveryWords.stores.about}
          </th>
          <th scope="col" className={`${classes.extra} ${classes.when}`}>
            {deliveryWords.stores.changed}
          </th>
        </tr>
      </thead>
      {shown.map((at) => (
        <StoreRows
          key={at.store_id}
          delivery={delivery}
          at={at}
          name={nameOf(at.store_id)}
          isOpen={isOpen(at)}
          toggle={() => setOpened(new Map(opened).set(at.store_id, !isOpen(at)))}
        />
      ))}
      {isFolded && (
        <tbody>
          <tr>
            <td colSpan={4}>
              <UnstyledButton className={classes.more} onClick={() => setShowsAll(true)}>
                <IconChevronRight size={14} aria-hidden />
                {deliveryWords.stores.showOthers(others.length, countsOf(others))}
              </UnstyledButton>
            </td>
          </tr>
        </tbody>
      )}
    </table>
  );
}

/** Goes to the row that the address names, once. */
function useAim(aim: string): void {
  useEffect(() => {
    const row = aim ? document.getElementById(aim) : null;
    if (!row?.matches("tbody")) return;
    row.querySelector("button")?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }, [aim]);
}

/** "29 delivered, 1 queued". */
function countsOf(stores: readonly DeliveryStore[]): string {
  const counts = new Map<string, number>();
  for (const { status } of stores) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${showWord(status).toLowerCase()}`).join(", ");
}

type StoreRowsProps = { delivery: Delivery; at: DeliveryStore; name: string; isOpen: boolean; toggle: () => void };

function StoreRows({ delivery, at, name, isOpen, toggle }: StoreRowsProps) {
  const details = `${at.store_id}-details`;
  const reason = isTroubled(at.status) && (at.rejection_reason ?? at.stalled_reason ?? deliveryWords.stores.noReason);
  return (
    <tbody id={at.store_id} aria-label={name} className={classes.store}>
      <tr className={classes.row}>
        <th scope="row">
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={toggle}
          >
            <IconChevronRight size={14} aria-hidden className={classes.chevron} />
            {name}
          </UnstyledButton>
          {reason && !isOpen && <div className={classes.below}>{reason}</div>}
        </th>
        <td>
          <Status value={at.status} />
        </td>
        <td className={classes.extra}>
          <div className={classes.line}>{reason ? !isOpen && reason : showTerritories(at.territory_codes)}</div>
        </td>
        <td className={classes.extra}>
          <When at={at.updated_at} />
        </td>
      </tr>
      {isOpen && (
        <tr id={details}>
          <td colSpan={4}>
            <StoreDetails delivery={delivery} at={at} name={name} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
