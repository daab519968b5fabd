import { showExactMoney, showMoney } from "../values/format.ts";
import classes from "./money.module.css";

type MoneyProps = { amount: string; currency: string };

/** With the digits that the currency has; with all of them on hover and on paper. */
export function Money({ amount, currency }: MoneyProps) {
  const shown = showMoney(amount, currency);
  const exact = showExactMoney(amount, currency);
  if (exact === shown) return <span className={classes.money}>{shown}</span>;
  return (
    <span className={classes.money} title={exact} data-exact={exact}>
      {shown}
    </span>
  );
}
