import { type NewPayee, type PaymentDetails, payeeStatuses, payers, type TaxForm, taxForms } from "@segue/sdk";
import { given, type Invocation } from "../invocation.ts";
import { choice, flag, removable, text } from "../option.ts";
import { changesOf, command, listVerb, noun, verb } from "../row.ts";
import { UsageError } from "../settings.ts";
import { readJsonFile } from "./json-file.ts";
import { moneyOptions } from "./money-options.ts";

const EXAMPLE = "pye_01k8z3v9qxe7p9a4m2c6t5w8rn";

const settings = {
  email: removable("--email <address>", "changes of its payment details are mailed to it; `none` removes it"),
  external_id: removable("--external-id <id>", "your own id for it; `none` removes it"),
  paid_by: choice("--paid-by <payer>", "whose task it is to pay it", payers),
  country: removable("--tax-country <code>", "where it pays tax, such as US; `none` removes it"),
  form: choice("--tax-form <form>", "the tax form that you have received; `none` removes it", [...taxForms, "none"]),
  received_on: removable("--tax-form-received <date>", "the day on which you received the form; `none` removes it"),
  expires_on: removable("--tax-form-expires <date>", "the last day on which it is valid; `none` removes it"),
  ...moneyOptions,
};

export const payeeNoun = noun("payee", "payees: who gets a part of what you earn", {
  as: "organization",
  examples: ['payee create "The Singer" --email singer@example.com', "payee list", `payee balance ${EXAMPLE}`],
  verbs: [
    listVerb("list", "list payees, newest first", {
      options: {
        q: text("--q <text>", "a part of the name, or a whole id, external id or email"),
        status: choice("--status <status>", "only these", payeeStatuses),
      },
      columns: ["id", "name", "status", "paid_by"],
      examples: ["payee list --status active --all", "payee list --q singer --json"],
      call: ({ payees }, query) => payees.list(query),
    }),
    verb("show <payee_id>", "show a payee", {
      examples: [`payee show ${EXAMPLE}`],
      call: ({ payees }, { payee_id }) => payees.get(payee_id),
    }),
    verb("create <name>", "add a payee", {
      options: settings,
      examples: [
        'payee create "The Singer" --email singer@example.com --quiet',
        'payee create "The Producer" --tax-form w8ben --withholding-rate 0.3 --withholding-territories US',
      ],
      call: ({ payees }, { name, ...options }) => payees.create({ name, ...fieldsOf(options) }),
    }),
    verb("update <payee_id>", "change a payee, or archive it; only the given options change", {
      options: {
        name: text("--name <name>", "its name"),
        status: choice("--status <status>", "an archived one gets no new contract", payeeStatuses),
        ...settings,
      },
      examples: [`payee update ${EXAMPLE} --paid-by organization`, `payee update ${EXAMPLE} --status archived`],
      call: ({ payees }, { payee_id, ...options }) =>
        payees.update(payee_id, changesOf(fieldsOf(options), "payee update")),
    }),
    command("payment <payee_id> [file]", "set where a payee's payouts are sent; it replaces the old details whole", {
      arguments: { file: { meaning: "the details as JSON, `-` for the standard input; without it, use --remove" } },
      options: { is_removal: flag("--remove", "remove the details") },
      examples: [`payee payment ${EXAMPLE} - < details.json`, `payee payment ${EXAMPLE} --remove`],
      notes: () => paymentForms,
      run: setPayment,
    }),
    verb("balance <payee_id>", "show what a payee can be paid, and what is under way", {
      columns: ["currency", "available", "pending"],
      empty: "Nothing was earned yet.",
      examples: [`payee balance ${EXAMPLE}`],
      call: ({ payees }, { payee_id }) => payees.balance(payee_id),
    }),
  ],
});

const paymentForms = `The details have one of these forms. The service shows their last four characters alone.
  {"method": "bank", "holder": "…", "iban": "…"}
  {"method": "bank", "holder": "…", "account_number": "…", "routing_number": "…", "bic": "…", "country": "US"}
  {"method": "paypal", "email": "…"}
  {"method": "other", "text": "…"}`;

type PaymentInput = { payee_id: string; file?: string; is_removal?: true };

/** The details are never arguments: those stand in the shell's history, and other users of the machine can read them. */
async function setPayment(
  { connect, output }: Invocation,
  { payee_id, file, is_removal }: PaymentInput,
): Promise<void> {
  if ((file === undefined) === (is_removal === undefined))
    throw new UsageError("Give a file with the payment details, `-` for the standard input, or --remove.");
  const { payment } = connect().client.payees;
  if (file !== undefined)
    return output.resource(await payment.update(payee_id, await readJsonFile<PaymentDetails>(file)));
  await payment.delete(payee_id);
  output.done(`The payment details of ${payee_id} are removed.`);
}

type Options = Omit<NewPayee, "name" | "tax"> &
  Omit<NonNullable<NewPayee["tax"]>, "form"> & { form?: TaxForm | "none" };

/** The options with those of tax where the API has them. */
function fieldsOf<Given extends Options>(options: Given) {
  const { country, form, received_on, expires_on, withholding_rate, withholding_territories, ...fields } = options;
  const tax = given({
    country,
    form: form === "none" ? null : form,
    received_on,
    expires_on,
    withholding_rate,
    withholding_territories,
  });
  return Object.keys(tax).length > 0 ? { ...fields, tax } : fields;
}
