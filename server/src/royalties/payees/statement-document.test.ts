import { describe, expect, test } from "vitest";
import { contract, manyContracts, payeeDocument } from "../../../test/payee-document.ts";
import {
  amountSteps,
  balanceOf,
  contractLines,
  contractTotal,
  count,
  dayText,
  groupedDigits,
  periodText,
} from "./statement-document.ts";

const amounts = (more: object) => amountSteps({ ...payeeDocument, ...more }).map(({ amount }) => amount);
const why = (label: string, more: object) =>
  amountSteps({ ...payeeDocument, ...more }).find((step) => step.label === label)?.why;

describe("the steps to the amount", () => {
  test("are payable, recouped, share, tax and net", () => {
    expect(amountSteps(payeeDocument).map(({ label, amount }) => [label, amount])).toEqual([
      ["Payable", "238.00"],
      ["Recouped", "0.00"],
      ["Your share", "119.00"],
      ["Tax withheld", "0.00"],
      ["Added to your balance", "119.00"],
    ]);
    expect(why("Your share", {})).toBe("Your part is 50% of the 238.00 that is left.");
  });

  test("say that an advance was recouped, and when it took everything", () => {
    const part = { contracts: [{ ...contract, payable_amount: "153.00", recouped_amount: "92.00" }] };
    expect(amounts({ ...part, share_amount: "30.50", net_amount: "30.50" })).toEqual([
      "153.00",
      "-92.00",
      "30.50",
      "0.00",
      "30.50",
    ]);
    expect(why("Recouped", part)).toBe("Advances and costs that were paid before are taken back first.");
    expect(why("Your share", part)).toBe("Your part is 50% of the 61.00 that is left.");
    const all = { contracts: [{ ...contract, recouped_amount: "238.00" }], share_amount: "0.00", net_amount: "0.00" };
    expect(why("Recouped", all)).toMatch(/This time they took all of it\.$/);
    expect(amounts(all)).toEqual(["238.00", "-238.00", "0.00", "0.00", "0.00"]);
  });

  test("say the tax and its part", () => {
    const taxed = { tax_rate: "0.30", tax_amount: "1.68", taxable_amount: "5.59", share_amount: "29.39" };
    expect(why("Tax withheld", taxed)).toBe("30% of the 5.59 of your share that is taxed.");
    expect(amounts({ ...taxed, net_amount: "27.71" }).slice(2)).toEqual(["29.39", "-1.68", "27.71"]);
  });

  test("say that a return is taken from the balance, and gives back tax and recoupment", () => {
    const returned = {
      contracts: [{ ...contract, payable_amount: "-238.00", recouped_amount: "-100.00", share_amount: "-69.00" }],
      share_amount: "-69.00",
      tax_rate: "0.1",
      taxable_amount: "-69.00",
      tax_amount: "-6.90",
      net_amount: "-62.10",
    };
    expect(amounts(returned)).toEqual(["-238.00", "100.00", "-69.00", "6.90", "-62.10"]);
    expect(why("Recouped", returned)).toMatch(/open again\.$/);
    expect(why("Tax withheld", returned)).toMatch(/given back\.$/);
    expect(why("Taken from your balance", returned)).toBe("In EUR. It lowers what you are paid next.");
  });

  test("say who pays", () => {
    expect(why("Added to your balance", {})).toMatch(/Your distributor pays it out/);
    expect(why("Added to your balance", { paid_by: "organization" })).toMatch(/Nightjar Records pays you directly/);
  });
});

test("the balance after is the balance before with this statement", () => {
  expect(balanceOf(payeeDocument).map(({ amount }) => amount)).toEqual(["40.25", "119.00", "159.25"]);
  const yen = balanceOf({ ...payeeDocument, balance_before: "-1500", net_amount: "502" });
  expect(yen.map(({ amount }) => amount)).toEqual(["-1,500", "502", "-998"]);
});

describe("the contracts", () => {
  test("exact amounts keep their digits", () => {
    const exact = { ...payeeDocument, contracts: [{ ...contract, payable_amount: "58.77172", share: "0.333333" }] };
    expect(contractLines(exact)[0]).toMatchObject({ payable: "58.77172", part: "33.3333%" });
    expect(contractTotal(exact)).toMatchObject({ payable: "58.77172", recouped: "0.00", share: "119.00" });
  });

  test("the first 500 have a line each, the others one together", () => {
    expect(contractLines({ ...payeeDocument, contracts: manyContracts(500) })).toHaveLength(500);
    const lines = contractLines({ ...payeeDocument, contracts: manyContracts(5_000) });
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toMatchObject({
      name: "4,500 more contracts",
      payable: "1,071,000.00",
      recouped: "0.00",
      share: "535,500.00",
    });
    expect(contractLines({ ...payeeDocument, contracts: manyContracts(501) }).at(-1)?.name).toBe("1 more contract");
  });
});

test("numbers are grouped, days and periods are written out", () => {
  expect(["0.05", "-1234.5", "123456", "1000000.00", "-999"].map(groupedDigits)).toEqual([
    "0.05",
    "-1,234.5",
    "123,456",
    "1,000,000.00",
    "-999",
  ]);
  expect(count(100_000)).toBe("100,000");
  expect(dayText("2026-12-09")).toBe("9 December 2026");
  expect(periodText(payeeDocument)).toBe("1–31 March 2026");
  expect(periodText({ ...payeeDocument, period_end: "2026-05-31" })).toBe("1 March 2026 – 31 May 2026");
});
