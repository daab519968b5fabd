// From plays to the balance: each step with its amount, and why it is what it is, in plain words.

import type { PayeeStatement } from "@segue/sdk";
import type { ReactNode } from "react";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { showMoney, showRate } from "../../values/format.ts";
import { compareAmounts, negated, sumAmounts } from "../../values/money.ts";
import classes from "./document.module.css";
import type { Played } from "./payee-lines.ts";
import { payeeStatementWords } from "./words.ts";

const words = payeeStatementWords.steps;

type Step = { name: string; why: string; value: ReactNode; isResult?: boolean };
type StepsProps = {
  statement: PayeeStatement;
  /** Not known for a statement with more lines than a page reads. */
  played: Played | undefined;
  organization: string;
};

export function StatementSteps(props: StepsProps) {
  return (
    <Section title={words.title}>
      <table className={classes.steps} aria-label={words.label}>
        <thead className={classes.heard}>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {stepsOf(props).map(({ name, why, value, isResult }) => (
            <tr key={name} data-result={isResult}>
              <th scope="row">
                <span className={classes.name}>{name}</span>
                <span className={classes.why}>{why}</span>
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function stepsOf({ statement, played, organization }: StepsProps): Step[] {
  const { contracts, currency, share_amount, tax_amount, net_amount } = statement;
  const show = (amount: string) => <Money amount={amount} currency={currency} />;
  const payable = sumAmounts(contracts.map(({ payable_amount }) => payable_amount));
  const recouped = sumAmounts(contracts.map(({ recouped_amount }) => recouped_amount));
  return [
    ...(played ? playedSteps(played, { currency, organization }) : []),
    { name: words.payable, why: words.payableWhy(contracts.length), value: show(payable) },
    { name: words.recouped, why: recoupedWhy(recouped, share_amount), value: show(negated(recouped)) },
    {
      name: words.share,
      why: shareWhy(statement, sumAmounts([payable, negated(recouped)])),
      value: show(share_amount),
    },
    { name: words.tax, why: taxWhy(statement), value: show(negated(tax_amount)) },
    { name: words.net, why: words.netWhy, value: show(net_amount), isResult: true },
  ];
}

type PlayedIn = { currency: string; organization: string };

function playedSteps({ plays, tracks, lines, earned }: Played, { currency, organization }: PlayedIn): Step[] {
  return [
    { name: words.played, why: words.playedWhy(tracks, lines), value: words.plays(plays) },
    {
      name: words.earned,
      why: words.earnedWhy(organization),
      value: <Money amount={earned} currency={currency} />,
    },
  ];
}

function recoupedWhy(recouped: string, share_amount: string): string {
  const sign = compareAmounts(recouped, "0");
  if (sign < 0) return words.recoupedWhy.returned;
  if (sign === 0) return words.recoupedWhy.none;
  return compareAmounts(share_amount, "0") === 0 ? words.recoupedWhy.all : words.recoupedWhy.some;
}

function shareWhy({ contracts, currency }: PayeeStatement, left: string): string {
  const [only, ...others] = contracts;
  const shown = showMoney(left, currency);
  return only && others.length === 0 ? words.shareOfOne(showRate(only.share), shown) : words.shareOfSome(shown);
}

function taxWhy({ tax_rate, tax_amount, taxable_amount, currency }: PayeeStatement): string {
  if (compareAmounts(tax_rate, "0") === 0) return words.noTax;
  const rule = words.taxWhy(showRate(tax_rate), showMoney(taxable_amount, currency));
  return compareAmounts(tax_amount, "0") < 0 ? `${rule} ${words.taxReturned}` : rule;
}
