import { Anchor, Text } from "@mantine/core";
import type { PayeeStatement } from "@segue/sdk";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { Link } from "../../router.tsx";
import { showMoney, showRate } from "../../values/format.ts";
import table from "../money/statement.module.css";
import { payeeStatementWords } from "./words.ts";

const words = payeeStatementWords.contracts;

type ContractTableProps = { statement: PayeeStatement; linkOf: ((contract_id: string) => string) | undefined };

/** Each contract: payable, less what was recouped, times the share. */
export function ContractTable({ statement: { contracts, currency }, linkOf }: ContractTableProps) {
  return (
    <Section title={words.title}>
      <table className={table.table} aria-label={words.label}>
        <thead>
          <tr>
            <th scope="col">{words.contract}</th>
            {[words.payable, words.recouped, words.share].map((name) => (
              <th scope="col" key={name} data-wide data-number>
                {name}
              </th>
            ))}
            <th scope="col" data-number>
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {contracts.map((contract) => (
            <ContractRow
              key={contract.contract_id}
              contract={contract}
              currency={currency}
              link={linkOf?.(contract.contract_id)}
            />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

type ContractRowProps = { contract: PayeeStatement["contracts"][number]; currency: string; link: string | undefined };

function ContractRow({ contract, currency, link }: ContractRowProps) {
  const { name, version, payable_amount, recouped_amount, share, share_amount } = contract;
  const below = words.below({
    payable: showMoney(payable_amount, currency),
    recouped: showMoney(recouped_amount, currency),
    share: showRate(share),
  });
  return (
    <tr>
      <th scope="row">
        {link === undefined ? (
          name
        ) : (
          <Anchor component={Link} to={link} inherit underline="always">
            {name}
          </Anchor>
        )}
        <Text span size="xs" c="dimmed" display="block">
          {words.version(version)}
        </Text>
        <span className={table.below}>{below}</span>
      </th>
      <td data-wide data-number>
        <Money amount={payable_amount} currency={currency} />
      </td>
      <td data-wide data-number>
        <Money amount={recouped_amount} currency={currency} />
      </td>
      <td data-wide data-number>
        {showRate(share)}
      </td>
      <td data-number>
        <Money amount={share_amount} currency={currency} />
      </td>
    </tr>
  );
}
