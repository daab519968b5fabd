import { showExactMoney, showMoney } from "../values/format.ts";
import classes from "./money.module.css";

type MoneyProps = {
  amount: string;
  currency: string;
  /** A movement: what comes in has a plus. */
  hasSign?: boolean;
};

/** With the digits that the currency has; with all of them on hover and on paper. */
export function Money({ amount, currency, hasSign = false }: MoneyProps) {
  const sign = hasSign && !amount.startsWith("-") ? "+" : "";
  const shown = sign + showMoney(amount, currency);
  const exact = sign + showExactMoney(amount, currency);
  if (exact === shown) return <span className={classes.money}>{shown}</span>;
  return (
    <span className={classes.money} title={exact} data-exact={exact}>
      {shown}
    </span>
  );
}
