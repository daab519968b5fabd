import { request as openRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { watchTries } from "../../../test/event-loop.ts";
import { atScale } from "../../../test/faults/scale.ts";
import { type Catalogue, makeCatalogue } from "../../../test/sales.ts";
import { type Answer, createWorld, type Request, type World } from "../../../test/world.ts";

let world: World;
let catalogue: Catalogue;
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
});
afterAll(() => world.close());

const REPORTS = "/v1/operator/sales-reports";
const HEADING = "isrc,territory,play_count,unit_rate,currency";
let month = 0;
/** A month that no other test has used. */
const nextMonth = () => `${2000 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, "0")}`;

async function send(body: string | Buffer, query: Record<string, string> = {}, request: Request = {}): Promise<Answer> {
  const asked = new URLSearchParams({ store_id: "store_one", period: nextMonth(), ...query });
  const headers = { "content-type": "text/csv", ...request.headers };
  return world.operator.call(`POST ${REPORTS}?${asked.toString()}`, {
    ...request,
    raw: new Uint8Array(Buffer.from(body)),
    headers,
  });
}

const csv = (...rows: string[]) => `${[HEADING, ...rows].join("\n")}\n`;
const unmatchedOf = async (id: string) => (await world.operator.call(`GET ${REPORTS}/${id}/unmatched`)).body.data;
const kept = async () => (await world.ctx.db`select id from sales_reports`).length;

/** A body that has not ended. */
function begin(path: string, text: string) {
  const headers = { authorization: `Bearer ${world.operator.key}`, "content-type": "text/csv" };
  const sent = openRequest(`${world.url}${path}`, { method: "POST", headers });
  const answered = new Promise<number | undefined>((resolve) => {
    sent.on("response", (reply) => resolve(reply.resume().statusCode));
    sent.on("error", () => resolve(undefined));
  });
  sent.write(text);
  return { end: (rest: string) => sent.end(rest), cut: () => sent.destroy(), answered };
}

async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const until = performance.now() + 240_000; performance.now() < until; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("It did not happen.");
}

describe("a report works", () => {
  test("its rows are counted, summed to the last digit and matched", async () => {
    const { status, body } = await send(
      csv(`${catalogue.isrc},DE,1000,0.0042,EUR`, `${catalogue.isrc},XK,-3,0.005,EUR`, "QZ-XYZ-26-00001,ZZ,7,1.25,JPY"),
      { period: "2026-01" },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      store_id: "store_one",
      period: "2026-01",
      status: "imported",
      rows: 3,
      matched: 2,
      unmatched: 1,
      totals: [
        { currency: "EUR", amount: "4.185" },
        { currency: "JPY", amount: "8.75" },
      ],
      unmatched_totals: [{ currency: "JPY", amount: "8.75" }],
      warnings: [],
      reverses: null,
      reversed_by: null,
    });
    expect((await world.operator.call(`GET ${REPORTS}/${body.id}`)).body).toEqual(body);
    expect((await world.operator.call(`GET ${REPORTS}?period=2026-01`)).body.data).toEqual([body]);
    expect(await unmatchedOf(body.id)).toEqual([
      {
        file: null,
        line: 4,
        isrc: "QZ-XYZ-26-00001",
        upc: null,
        territory: "ZZ",
        play_count: 7,
        unit_rate: "1.25",
        amount: null,
        currency: "JPY",
        store_id: "store_one",
        reason: "unknown",
      },
    ]);
  });

  test("whatever way a spreadsheet writes it", async () => {
    const { isrc } = catalogue;
    const bare = isrc.replaceAll("-", "").toLowerCase();
    const ways = [
      `\ufeff${HEADING}\r\n${isrc},DE,10,0.5,EUR\r\n\r\n${isrc},FR,1,0.5,EUR`,
      `currency,title,unit_rate,play_count,Territory,ISRC\nEUR,"A, ""B""\nC",0.5,10,DE,${bare}\nEUR,é,0.5,1,FR, ${isrc} \n`,
      `"isrc";"territory";"play_count";"unit_rate";"currency"\n"${isrc}";"DE";"10";"0.5";"EUR"\n${isrc};FR;1;0.5;EUR\n`,
      `${HEADING.replaceAll(",", "\t")}\n${isrc}\tDE\t10\t0.5\tEUR\n${isrc}\tFR\t1\t0.5\tEUR\n`,
      Buffer.from(`\ufeff${HEADING}\n${isrc},DE,10,0.5,EUR\n${isrc},FR,1,0.5,EUR\n`, "utf16le"),
    ];
    for (const way of ways) {
      const { status, text, body } = await send(way);
      expect([status, text.slice(0, 300)]).toEqual([201, expect.any(String)]);
      expect([body.rows, body.matched, body.totals]).toEqual([2, 2, [{ currency: "EUR", amount: "5.50" }]]);
    }
  });

  test("a line is the line of the file, whatever cells hold", async () => {
    const { body } = await send(
      `title,${HEADING}\n"one\ntwo",GB-ZZZ-20-00001,DE,1,1,EUR\n,GB-ZZZ-20-00002,DE,1,1,EUR\n`,
    );
    expect((await unmatchedOf(body.id)).map(({ line }: { line: number }) => line)).toEqual([2, 4]);
  });

  test("packed by gzip, as it is said or as it is seen", async () => {
    const text = csv(`${catalogue.isrc},DE,10,0.5,EUR`);
    const said = await send(gzipSync(text), {}, { headers: { "content-encoding": "gzip" } });
    const seen = await send(gzipSync(`${text}${catalogue.isrc},FR,1,1,EUR\n`));
    expect([said.status, seen.status]).toEqual([201, 201]);
    expect([said.body.rows, seen.body.rows]).toEqual([1, 2]);
  });

  test("rows keep their month, and a report's is the default", async () => {
    const period = "1999-05";
    const rows = [`${catalogue.isrc},DE,1,1,EUR,1999-04`, `${catalogue.isrc},DE,1,1,EUR,`];
    const { body } = await send(`${HEADING},usage_period\n${rows.join("\n")}\n`, { period });
    const kept = await world.ctx.db`
      select usage_period from sales_rows where report = (select number from sales_reports where id = ${body.id}) order by line`;
    expect(kept.map(({ usage_period }) => usage_period)).toEqual(["1999-04", "1999-05"]);
  });

  test("a second report of the store for the period is a warning, and so is a sum that was not paid", async () => {
    const period = "1998-01";
    await send(csv(`${catalogue.isrc},DE,1,1,EUR`), { period });
    const second = await send(csv(`${catalogue.isrc},DE,2,1,EUR`), { period, amount: "3.00", currency: "EUR" });
    expect(second.body.warnings).toEqual([
      "store_one has another report for 1998-01.",
      "The store paid 3.00 EUR, but the rows sum to 2.",
    ]);
  });

  test("the same rows in other bytes are a warning that names the report", async () => {
    const period = "1998-03";
    const first = await send(csv(`${catalogue.isrc},DE,7,0.5,EUR`, `${catalogue.isrc},FR,8,0.25,EUR`), { period });
    const bare = catalogue.isrc.replaceAll("-", "").toLowerCase();
    const again = [
      "currency;play_count;unit_rate;territory;isrc;usage_period",
      `EUR;8;0.250;FR;"${bare}";`,
      `EUR;7;0.50;DE;${bare};${period}`,
    ].join("\r\n");
    const second = await send(again, { period });
    expect(second.body.warnings).toContain(
      `It has the same rows as ${first.body.id}. Delete one of them if the store sent it twice.`,
    );
    const other = await send(csv(`${catalogue.isrc},DE,8,0.5,EUR`, `${catalogue.isrc},FR,7,0.25,EUR`), { period });
    expect(other.body.warnings).toEqual(["store_one has another report for 1998-03."]);
    await must(world.operator, `DELETE ${REPORTS}/${first.body.id}`);
    await must(world.operator, `DELETE ${REPORTS}/${second.body.id}`);
    await world.runJobs();
    expect((await send(again, { period })).body.warnings).toEqual(["store_one has another report for 1998-03."]);
  });

  test("a month that is still to come, or that was passed over, is a warning", async () => {
    const future = `${world.clock.now().getUTCFullYear() + 1}-01`;
    expect((await send(csv(`${catalogue.isrc},DE,961,1,EUR`), { period: future })).body.warnings).toEqual([
      `${future} is still to come: no close takes these rows before it has ended.`,
    ]);
    expect((await send(csv(`${catalogue.isrc},DE,962,1,EUR`), { period: "1996-01" })).body.warnings).toEqual([]);
    const close = async (month: string) =>
      (await must(world.operator, `POST /v1/operator/periods/${month}/close`)).body.warnings;
    expect(await close("1996-02")).toEqual([
      "1996-01 has reports and was never closed: their rows are on no statement.",
    ]);
    const late = await send(csv(`${catalogue.isrc},DE,963,1,EUR`), { period: "1996-01" });
    expect(late.body.warnings[0]).toBe(
      "1996-01 was never closed, though a later month was: no close takes these rows until you close it.",
    );
    expect(await close("1996-01")).toEqual([]);
    expect(await close("1996-02")).toEqual([]);
  });

  test("of two that come at once, the one that ends later has the warning", async () => {
    const period = "1998-02";
    const { begin: hold, db } = world.ctx;
    const path = `${REPORTS}?store_id=store_one&period=${period}`;
    const first = begin(path, csv(`${catalogue.isrc},DE,3,1,EUR`));
    const { id } = await eventually(async () => (await world.operator.call(`GET ${path}`)).body.data[0]);
    const isHeldUp = async (count: number) => {
      const [{ waiting = 0 } = {}] = await db<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query not like '%updated_at = now()%'`;
      return waiting >= count || undefined;
    };
    const second = await hold(async (db) => {
      await db`select 1 from sales_reports where id = ${id} for update`;
      first.end("");
      await eventually(() => isHeldUp(1));
      let hasAnswer = false;
      const sent = send(csv(`${catalogue.isrc},DE,4,1,EUR`), { period }).finally(() => {
        hasAnswer = true;
      });
      await eventually(async () => hasAnswer || isHeldUp(2));
      return { sent };
    });
    expect([await first.answered, (await second.sent).status]).toEqual([201, 201]);
    const { data } = (await world.operator.call(`GET ${path}`)).body;
    const warnings = data.flatMap((report: { warnings: string[] }) => report.warnings);
    expect(warnings).toEqual(["store_one has another report for 1998-02."]);
    expect((await second.sent).body.warnings).toEqual(warnings);
  });

  test("is seen while it is read, with its rows so far, and is gone when it is cut off", async () => {
    const period = "1997-01";
    const rows = `${catalogue.isrc},DE,1,1,EUR\n`.repeat(5_000);
    const sending = begin(`${REPORTS}?store_id=store_one&period=${period}`, `${HEADING}\n${rows}`);
    const seen = await eventually(async () => {
      const [found] = (await world.operator.call(`GET ${REPORTS}?period=${period}`)).body.data;
      return found?.rows === 5_000 ? found : undefined;
    });
    expect(seen).toMatchObject({ status: "importing", matched: 0 });
    for (const operation of [`POST ${REPORTS}/${seen.id}/reverse`, `DELETE ${REPORTS}/${seen.id}`])
      expect((await world.operator.call(operation)).body.error.code).toBe("invalid_state");
    sending.cut();
    await eventually(async () => {
      const { status } = await world.operator.call(`GET ${REPORTS}/${seen.id}`);
      return status === 404 || undefined;
    });
    expect(
      await world.ctx
        .db`select 1 from sales_rows r where not exists (select 1 from sales_reports where number = r.report)`,
    ).toHaveLength(0);
  });

  const FORMATS = "/v1/operator/report-formats";
  const columns = { isrc: { column: "ISRC" }, play_count: { column: "Units" }, amount: { column: "Net" } };

  test("names its format while it is read by it, and the format cannot be removed meanwhile", async () => {
    const format_id = "format_held";
    await must(world.operator, `POST ${FORMATS}`, { format_id, name: "Held", columns });
    // More than is looked at to find the encoding.
    const rows = `${catalogue.isrc},3,4.20\n`.repeat(5_000);
    const path = `${REPORTS}?store_id=store_one&period=1997-02`;
    const sending = begin(`${path}&currency=EUR&format_id=${format_id}`, `ISRC,Units,Net\n${rows}`);
    const seen = await eventually(async () => {
      const [found] = (await world.operator.call(`GET ${path}`)).body.data;
      return found?.format_id ? found : undefined;
    });
    expect(seen).toMatchObject({ status: "importing", format_id });
    expect((await world.operator.call(`DELETE ${FORMATS}/${format_id}`)).body.error.code).toBe("invalid_state");
    sending.end(`${catalogue.isrc},3,4.20\n`);
    expect(await sending.answered).toBe(201);
    expect((await world.operator.call(`GET ${REPORTS}/${seen.id}`)).body).toMatchObject({ rows: 5_001, format_id });
  });

  test("a format that is removed before the report is read by it: 422 at format_id, and nothing is kept", async () => {
    const format_id = "format_gone";
    await must(world.operator, `POST ${FORMATS}`, { format_id, name: "Gone", columns });
    const path = `${REPORTS}?store_id=store_one&period=1997-03`;
    const sending = begin(`${path}&currency=EUR&format_id=${format_id}`, "ISRC,");
    await eventually(async () => (await world.operator.call(`GET ${path}`)).body.data[0]);
    expect((await world.operator.call(`DELETE ${FORMATS}/${format_id}`)).status).toBe(204);
    sending.end(`Units,Net\n${catalogue.isrc},3,4.20\n`);
    expect(await sending.answered).toBe(422);
    expect((await world.operator.call(`GET ${path}`)).body.data).toEqual([]);
  });

  test("two at once do not disturb each other", async () => {
    const many = (territory: string) =>
      csv(...Array.from({ length: 3_000 }, (_, row) => `${catalogue.isrc},${territory},${row},0.01,EUR`));
    const both = await Promise.all([send(many("DE")), send(many("FR"), { store_id: "store_two" })]);
    for (const { body } of both) expect([body.rows, body.matched]).toEqual([3_000, 3_000]);
  });
});

const LARGE_ROWS = atScale({ short: 30_000, full: 120_000 });

test("a large report keeps nobody else waiting", async () => {
  const rows = `${catalogue.isrc},DE,1,0.0042,EUR\n"${catalogue.isrc}","FR",2,0.0042,EUR\n`.repeat(LARGE_ROWS / 2);
  const packed = gzipSync(`${HEADING}\n${rows}`, { level: 1 });
  const { longest_ms, limit_ms } = await watchTries(() => send(packed));
  expect(longest_ms).toBeLessThan(limit_ms);
});

describe("the same again", () => {
  test("the same bytes for the same store are refused, also when both come at once", async () => {
    const text = csv(`${catalogue.isrc},DE,4711,1,EUR`);
    const both = await Promise.all([send(text), send(gzipSync(text))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error.code).toBe("duplicate_submission");
    // A file under the wrong store and then under the right one would be paid twice.
    expect((await send(text, { store_id: "store_two" })).status).toBe(409);
  });

  test("an Idempotency-Key makes it happen once: replayed for the same bytes, refused for others", async () => {
    const idempotency_key = "5f8ae5c1-3c3b-4a52-9d0e-0a3c3f1d2b11";
    const query = { period: "1996-01" };
    const text = csv(`${catalogue.isrc},DE,815,1,EUR`);
    const first = await send(text, query, { idempotency_key });
    const again = await send(text, query, { idempotency_key });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await send(csv(`${catalogue.isrc},DE,816,1,EUR`), query, { idempotency_key });
    expect(other.body.error.code).toBe("idempotency_key_reused");
  });

  test("a key is free again after a refusal, and taken while its report is read", async () => {
    const idempotency_key = "6f8ae5c1-3c3b-4a52-9d0e-0a3c3f1d2b12";
    const query = { period: "1996-02" };
    expect((await send(csv("wrong,DE,1,1,EUR"), query, { idempotency_key })).status).toBe(422);
    const text = csv(`${catalogue.isrc},DE,817,1,EUR`);
    const both = await Promise.all([send(text, query, { idempotency_key }), send(text, query, { idempotency_key })]);
    const codes = both.map(({ status, body }) => body.error?.code ?? status).sort();
    // The second may come while the first runs, or after it.
    expect([
      [201, "idempotency_in_progress"],
      [201, 201],
    ]).toContainEqual(codes);
  });
});

describe("a report is refused", () => {
  const isrc = "GB-AAA-20-00001";
  const cases: [what: string, text: string | Buffer, field: string, code: string][] = [
    ["an ISRC that is none", csv("GB-AAA-20-1,DE,1,1,EUR"), "line 2, isrc", "invalid_isrc_format"],
    ["no ISRC and no UPC", csv(",DE,1,1,EUR"), "line 2, isrc", "missing_required_field"],
    [
      "a territory that is none",
      csv(`${isrc},DE,1,1,EUR`, `${isrc},QQ,1,1,EUR`),
      "line 3, territory",
      "territory_not_supported",
    ],
    ["a territory in words", csv(`${isrc},Germany,1,1,EUR`), "line 2, territory", "validation_failed"],
    ["a count with a point", csv(`${isrc},DE,1.5,1,EUR`), "line 2, play_count", "validation_failed"],
    ["a count that is too large", csv(`${isrc},DE,1000000000001,1,EUR`), "line 2, play_count", "validation_failed"],
    ["a rate with an exponent", csv(`${isrc},DE,1,1e-3,EUR`), "line 2, unit_rate", "validation_failed"],
    ["a rate of 13 decimals", csv(`${isrc},DE,1,0.0000000000001,EUR`), "line 2, unit_rate", "validation_failed"],
    ["a rate of 13 digits", csv(`${isrc},DE,1,1000000000000,EUR`), "line 2, unit_rate", "validation_failed"],
    ["a rate with two points", csv(`${isrc},DE,1,1.1.1,EUR`), "line 2, unit_rate", "validation_failed"],
    ["a currency that is none", csv(`${isrc},DE,1,1,EUX`), "line 2, currency", "validation_failed"],
    ["a value that is missing", csv(`${isrc},DE,,1,EUR`), "line 2, play_count", "missing_required_field"],
    ["too few cells", csv(`${isrc},DE,1,1`), "line 2", "validation_failed"],
    ["too many cells", csv(`${isrc},DE,1,1,EUR,1`), "line 2", "validation_failed"],
    ["a quote that never closes", csv(`"${isrc},DE,1,1,EUR`), "line 2", "validation_failed"],
    ["text after a quote", csv(`"${isrc}"x,DE,1,1,EUR`), "line 2", "validation_failed"],
    [
      "a later month",
      `${HEADING},usage_period\n${isrc},DE,1,1,EUR,2099-01\n`,
      "line 2, usage_period",
      "validation_failed",
    ],
    ["a UPC that is none", `${HEADING},upc\n${isrc},DE,1,1,EUR,12\n`, "line 2, upc", "validation_failed"],
    [
      "no column of rates",
      `isrc,territory,play_count,currency\n${isrc},DE,1,EUR\n`,
      "line 1, unit_rate",
      "missing_required_field",
    ],
    ["a column twice", `isrc,${HEADING}\n${isrc},${isrc},DE,1,1,EUR\n`, "line 1, isrc", "validation_failed"],
    ["no rows", `${HEADING}\n`, "line 1", "validation_failed"],
    ["nothing", "", "line 1, isrc", "missing_required_field"],
    ["latin-1", Buffer.from(`title,${HEADING}\né,${isrc},DE,1,1,EUR\n`, "latin1"), "line 2", "validation_failed"],
    ["a line without an end", Buffer.alloc(200_000, 97), "line 1", "validation_failed"],
  ];

  test.each(cases)("%s", async (_what, text, field, code) => {
    const before = await kept();
    const { status, body } = await send(text);
    expect([status, body.error.code, body.error.details[0].field]).toEqual([422, code, field]);
    expect(await kept()).toBe(before);
  });

  test("with the first hundred bad rows, in the order of their lines", async () => {
    const rows = Array.from({ length: 300 }, (_, row) => (row % 2 ? "x,DE,1,1,EUR" : `${isrc},DE,,1,EUR`));
    const { body } = await send(csv(...rows));
    expect(body.error.details).toHaveLength(100);
    expect(body.error.details.slice(0, 2).map(({ field }: { field: string }) => field)).toEqual([
      "line 2, play_count",
      "line 3, isrc",
    ]);
    expect(body.error.details[99].field).toBe("line 101, isrc");
  });

  test("a bomb: small when packed, gigabytes when not", async () => {
    // The rows are long: sixty million empty ones would be read for ten seconds before the limit.
    const row = `${isrc},DE,1,1,EUR,${"x".repeat(5_000)}\n`;
    const bomb = gzipSync(Buffer.concat([Buffer.from(`${HEADING},note\n`), Buffer.alloc(80 * 2 ** 20, row)]));
    expect((await send(bomb)).status).toBe(413);
    const one_gib_of_zeros = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(2 ** 24))));
    expect((await send(one_gib_of_zeros)).body.error.details[0].field).toBe("line 1");
  });

  test("gzip that is damaged or cut", async () => {
    const packed = gzipSync(csv(...Array.from({ length: 5_000 }, (_, row) => `${isrc},DE,${row},1,EUR`)));
    expect((await send(packed.subarray(0, packed.length - 20))).status).toBe(422);
    expect((await send("no gzip", {}, { headers: { "content-encoding": "gzip" } })).status).toBe(422);
  });

  test("a disk that is full only after the last row: the answer says so, and nothing is kept", async () => {
    const { db } = world.ctx;
    const before = await kept();
    await db.unsafe(`
      create function no_room() returns trigger language plpgsql as $$ begin raise disk_full; end $$;
      create trigger no_room after insert on sales_rows execute function no_room()`);
    const { status, body } = await send(csv(`${isrc},DE,53100,1,EUR`));
    await db.unsafe("drop trigger no_room on sales_rows; drop function no_room");
    expect([status, body.error.message]).toEqual([503, expect.stringContaining("read-only for a moment")]);
    expect(await kept()).toBe(before);
    expect((await send(csv(`${isrc},DE,53100,1,EUR`))).status).toBe(201);
  });

  test("by what the query lacks, and by its type", async () => {
    const text = csv(`${isrc},DE,1,1,EUR`);
    const statuses = [
      await send(text, { store_id: "store_none" }),
      await send(text, { period: "2026-13" }),
      await send(text, { amount: "1.00" }),
      await send(text, { amount: "1.00", currency: "EUX" }),
      await world.operator.call(`POST ${REPORTS}`, { raw: text, headers: { "content-type": "text/csv" } }),
      await send(text, {}, { headers: { "content-type": "application/json" } }),
      await send(text, {}, { headers: { "content-encoding": "br" } }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 415, 415]);
  });

  test("for a partner there is nothing", async () => {
    expect((await world.label.call(`GET ${REPORTS}`)).status).toBe(404);
    expect(
      (await world.label.call(`POST ${REPORTS}`, { raw: "", headers: { "content-type": "text/csv" } })).status,
    ).toBe(404);
  });
});

describe("a report of the dead", () => {
  test("is gone at once, is swept, and one that lives is left alone", async () => {
    const { db } = world.ctx;
    const insert = (id: string, age_s: number) => db`
      insert into sales_reports (id, store_id, period, status, importer, rows, totals, warnings, created_at, updated_at)
      values (${id}, 'store_one', '1995-01', 'importing', 'x', 0, '[]', '[]', now(), now() - make_interval(secs => ${age_s}))`;
    await insert("rep_dead", 60);
    await insert("rep_alive", 1);
    expect((await world.operator.call(`GET ${REPORTS}/rep_dead`)).status).toBe(404);
    world.clock.advance(120_000);
    await world.runJobs();
    const left = await db`select id from sales_reports where period = '1995-01'`;
    expect(left.map(({ id }) => id)).toEqual(["rep_alive"]);
    await db`delete from sales_reports where id = 'rep_alive'`;
  });
});
