import { Anchor } from "@mantine/core";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import classes from "./statement.module.css";
import { statementWords } from "./words.ts";

const words = statementWords.payees;
const SHOWN = 10;

/** The payees that contracts gave a part of this statement to. It is the organization's own business: the print leaves it out. */
export function StatementPayees({ statement_id }: { statement_id: string }) {
  const isEnabled = useMay()("payees:read");
  const { data } = useRead(
    ["payeeStatements.list", "of", statement_id],
    () => segue.payeeStatements.list({ statement_id, limit: SHOWN }),
    { isEnabled },
  );
  if (!data || data.data.length === 0) return null;
  return (
    <div data-screen-only className={classes.parts}>
      <Section
        title={words.title}
        about={words.about}
        more={{ to: `/payee-statements?statement_id=${statement_id}`, label: words.all }}
      >
        <table className={classes.table} aria-label={words.title}>
          <tbody>
            {data.data.map(({ id, payee_name, net_amount, currency }) => (
              <tr key={id}>
                <th scope="row">
                  <Anchor component={Link} to={`/payee-statements/${id}`} size="sm">
                    {payee_name}
                  </Anchor>
                </th>
                <td data-number>
                  <Money amount={net_amount} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </div>
  );
}
