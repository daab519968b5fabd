// The lines of a statement by track. Open, a track shows what each store and territory gave.

import { Text } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { Money } from "../../components/money.tsx";
import { useIsPrinting } from "../../components/printing.ts";
import { WorkTitle } from "../../components/work-title.tsx";
import { showNumber } from "../../values/format.ts";
import classes from "./statement.module.css";
import type { Group } from "./statement-lines.ts";
import { statementWords } from "./words.ts";

const words = statementWords.lines;
/** So few lines need no fold. */
const FEW_LINES = 20;

type TrackLine = { id: string; title: string; artist: string; isrc: string };

type Props<Of extends TrackLine> = {
  tracks: readonly Group<Of>[];
  currency: string;
  /** Columns of numbers between the plays and the amount. */
  numbers: readonly string[];
  amount: string;
  /** The class of the first column. */
  first?: string | undefined;
  picture?: (line: Of, index: number) => ReactNode;
  /** The cells of a line. */
  line: (line: Of) => ReactNode;
};

export function TrackTable<Of extends TrackLine>({
  tracks,
  currency,
  numbers,
  amount,
  first,
  picture,
  line,
}: Props<Of>) {
  const isPrinting = useIsPrinting();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isAllOpen = isPrinting || tracks.reduce((sum, { lines }) => sum + lines.length, 0) <= FEW_LINES;
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return (
    <table className={classes.table} aria-label={words.label}>
      <thead>
        <tr>
          <th scope="col" className={first}>
            {words.trackAndStore}
          </th>
          <th scope="col" data-wide>
            {words.territory}
          </th>
          <th scope="col" data-wide>
            {words.month}
          </th>
          {[words.plays, ...numbers].map((name) => (
            <th scope="col" key={name} data-wide data-number>
              {name}
            </th>
          ))}
          <th scope="col" data-number>
            {amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {tracks.map((track, index) => {
          const isOpen = isAllOpen || opened.has(track.key);
          const [shown] = track.lines;
          return (
            <Fragment key={track.key}>
              <TrackRow
                {...{ track, currency, isOpen }}
                picture={shown && picture?.(shown, index)}
                spare={numbers.length}
                onClick={isAllOpen ? undefined : () => toggle(track.key)}
              />
              {isOpen &&
                track.lines.map((one) => (
                  <tr data-line key={one.id}>
                    {line(one)}
                  </tr>
                ))}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

type TrackRowProps = {
  track: Group<TrackLine>;
  currency: string;
  isOpen: boolean;
  picture: ReactNode;
  spare: number;
  onClick: (() => void) | undefined;
};

function TrackRow({ track, currency, isOpen, picture, spare, onClick }: TrackRowProps) {
  const [first] = track.lines;
  const name = (
    <>
      {picture}
      <span className={classes.title}>
        <WorkTitle>{first?.title || first?.isrc}</WorkTitle>
        <Text span size="xs" c="dimmed" display="block">
          {[first?.artist, first?.isrc].filter(Boolean).join(" · ")}
        </Text>
      </span>
    </>
  );
  return (
    <tr data-track>
      <th scope="row">
        {onClick ? (
          <button type="button" aria-expanded={isOpen} className={classes.fold} onClick={onClick}>
            {name}
          </button>
        ) : (
          <span className={classes.fold}>{name}</span>
        )}
      </th>
      <td data-wide colSpan={2}>
        {words.count(track.lines.length)}
      </td>
      <td data-wide data-number>
        {showNumber(track.play_count)}
      </td>
      <td data-wide colSpan={spare} />
      <td data-number>
        <Money amount={track.amount} currency={currency} />
      </td>
    </tr>
  );
}
