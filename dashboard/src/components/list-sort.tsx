import { Table, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import classes from "./list-table.module.css";
import { listWords } from "./words.ts";

/** "title" goes up, "-title" goes down. */
export type Order = { value: string; onChange: (value: string) => void };

const fieldOf = (value: string) => value.replace("-", "");
const turned = (value: string) => (value.startsWith("-") ? fieldOf(value) : `-${value}`);

type Titled = {
  title: string;
  width?: number | string;
  isNumber?: boolean;
  isExtra?: boolean;
  sortsBy?: string;
};

type ColumnHeadProps = { column: Titled; order: Order | undefined };

/** The title of a column. One that sorts is a button: pressed again, it turns the order around. */
export function ColumnHead({ column, order }: ColumnHeadProps) {
  const { title, width, isNumber, isExtra, sortsBy } = column;
  const look = { w: width, ta: isNumber ? "right" : "left", className: isExtra ? classes.extra : undefined } as const;
  if (!sortsBy || !order)
    return <Table.Th {...look}>{title || <VisuallyHidden>{listWords.acts}</VisuallyHidden>}</Table.Th>;
  const isSorted = fieldOf(order.value) === fieldOf(sortsBy);
  const isDown = order.value.startsWith("-");
  const Arrow = (isSorted ? isDown : sortsBy.startsWith("-")) ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th {...look} aria-sort={isSorted ? (isDown ? "descending" : "ascending") : undefined}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => order.onChange(isSorted ? turned(order.value) : sortsBy)}
      >
        {title}
        <Arrow size={14} stroke={1.5} aria-hidden />
      </button>
    </Table.Th>
  );
}
